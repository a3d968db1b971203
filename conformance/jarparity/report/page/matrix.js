// The matrix: operations by ports, or by the lines of one port; made anew whenever a filter changes.
const filters = document.getElementById("filters");
const matrix = document.getElementById("matrix");
const all = "all";

const globbed = (text) => {
  const wanted = text.trim().toLowerCase();
  if (!/[*?]/.test(wanted)) return (name) => name.includes(wanted);
  const pattern = wanted.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".");
  const expression = new RegExp(`^${pattern}$`);
  return (name) => expression.test(name);
};

const chosenFilters = () => ({
  port: filters.elements.port.value,
  line: filters.elements.line.value,
  operation: filters.elements.operation.value,
  differing: filters.elements.differing.checked,
  skipped: filters.elements.skipped.checked,
});

const groupOf = (name) => name.split(".").slice(0, 2).join(".");

// Lines with which an operation was asked: operations with the same ones stand in one table.
const familiesOf = (port, operation) => {
  const places = (data.cells[port][operation]?.counts ?? []).flatMap(([on]) => on);
  return [...new Set(places.map((place) => data.lines[place].split(" ")[0]))].sort().join(", ");
};

// A table is a caption, columns {label, port, lines}, and rows of places of operations.
const tablesFor = ({ port, line }) => {
  const lines = line === all ? everyLine : new Set([Number(line)]);
  const operations = [...data.operations.keys()];
  if (port === all) {
    return [{ caption: "Operations by port", columns: data.ports.map((p, place) => ({ label: p.label, port: place, lines })), operations }];
  }
  const byFamilies = Map.groupBy
    ? Map.groupBy(operations, (operation) => familiesOf(port, operation))
    : operations.reduce((map, operation) => {
        const key = familiesOf(port, operation);
        return map.set(key, [...(map.get(key) ?? []), operation]);
      }, new Map());
  byFamilies.delete("");
  return [...byFamilies].map(([families, members]) => {
    const used = [...lines].filter((place) => members.some((operation) => countsOf(Number(port), operation, new Set([place])) !== null));
    const alone = !families.includes(",");
    return { caption: families, columns: releases(used, members, Number(port), alone), operations: members };
  }).filter((table) => table.columns.length);
};

// The newest release first; those beside each other that have the same counts in every row are one column.
const releases = (places, operations, port, alone) => {
  const short = (place) => (alone ? data.lines[place].split(" ")[1] : data.lines[place]);
  const family = (place) => data.lines[place].split(" ")[0];
  const columns = [];
  for (const place of [...places].reverse()) {
    const counts = JSON.stringify(operations.map((operation) => countsOf(port, operation, new Set([place]))));
    const last = columns.at(-1);
    if (last && last.counts === counts && family(last.oldest) === family(place)) {
      last.lines.add(place);
      last.oldest = place;
      last.label = `${short(place)} to ${alone ? short(last.newest) : short(last.newest).split(" ")[1]}`;
      last.where = `${data.lines[place]} to ${short(last.newest).split(" ").at(-1)}, each`;
    } else {
      columns.push({ label: short(place), port, counts, newest: place, oldest: place, lines: new Set([place]), counted: new Set([place]) });
    }
  }
  return columns;
};

const said = (status, counts, column, operation) => {
  const where = column.where ?? (column.lines.size === 1 ? data.lines[[...column.lines][0]] : "all releases");
  return `${data.operations[operation].name}, ${data.ports[column.port].label}, ${where}: ${status.words}: ${countsIn(counts)}`;
};

const cellFor = (operation, column) => {
  const counts = countsOf(column.port, operation, column.counted ?? column.lines);
  if (counts === null) {
    return element("td", null, element("span", { class: "none", tabindex: -1 },
      element("span", { "aria-hidden": "true" }, "·"), element("span", { class: "unseen" }, "not asked")));
  }
  const status = statusOf(counts, data.cells[column.port][operation].grade);
  const shown = counts[status.verdict];
  let lines = "";
  if (!column.counted && column.lines.size > 1 && (status.verdict === "differs" || status.verdict === "errored")) {
    const asked = [...column.lines].map((line) => statusAt(column.port, operation, new Set([line]))).filter((found) => found !== null);
    lines = ` on ${asked.filter((found) => found === status).length} of ${plural(asked.length, "release")}`;
  }
  const label = said(status, counts, column, operation);
  return element("td", null, element("button", {
    type: "button", class: `cell ${status.name}`, tabindex: -1, title: label, "aria-label": label, "aria-haspopup": "dialog",
    onclick: () => showDetail(column.port, operation, column.lines),
  }, element("b", null, status.symbol), status.name === "skipped" ? "" : ` ${number(shown)}`, lines ? element("small", null, lines) : ""));
};

const isRed = (operation) => (column) => {
  const status = statusAt(column.port, operation, column.lines);
  return status !== null && !["agrees", "partly", "skipped"].includes(status.name);
};

// A long name may be broken after its signs, a version not at all; elsewhere only where it has to.
const breakable = (text) => text.split(/(?<=[:_/-])|(?<=\.)(?!\d)/).flatMap((part) => [part, element("wbr")]);

// A port that claims one line of many needs no columns for the others.
const withoutSkipped = (table) => ({
  ...table, columns: table.columns.filter((column) => table.operations.some((operation) => isCompared(operation)(column))),
});

const isCompared = (operation) => (column) =>
  !["skipped", undefined].includes(statusAt(column.port, operation, column.lines)?.name);

// An edge beyond which there is more fades out.
const fade = (box) => box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
const fadeAll = () => { for (const box of matrix.querySelectorAll(".scroll")) fade(box); };

const tableElement = ({ caption, columns, operations }) => {
  const bodies = [];
  const body = (title) => bodies.push(element("tbody", null, element("tr", { class: "group" },
    element("th", { scope: "rowgroup" }, title), element("td", { colspan: columns.length }))));
  const row = (operation, name) => bodies.at(-1).append(element("tr", null,
    element("th", { scope: "row" }, ...breakable(name)), ...columns.map((column) => cellFor(operation, column))));
  // What needs a look comes first, with whole names.
  const red = operations.filter((operation) => columns.some(isRed(operation)));
  if (red.length) body("With differences or errors");
  for (const operation of red) row(operation, data.operations[operation].name);
  let group = null;
  for (const operation of operations.filter((one) => !red.includes(one))) {
    const { name } = data.operations[operation];
    if (groupOf(name) !== group) {
      group = groupOf(name);
      body(group);
    }
    row(operation, name.slice(group.length + 1) || name);
  }
  const head = columns.map((column) => element("th", { scope: "col" }, ...breakable(column.label)));
  return element("div", { class: "scroll", onscroll: (event) => fade(event.target) }, element("table", { class: "matrix" }, element("caption", null, caption),
    element("thead", null, element("tr", null, element("th", { scope: "col" }, "Operation"), ...head)), ...bodies));
};

const render = () => {
  const chosen = chosenFilters();
  const matches = globbed(chosen.operation);
  let skipped = 0;
  const isShown = (columns) => (operation) => {
    if (!matches(data.operations[operation].name) || (chosen.differing && !columns.some(isRed(operation)))) return false;
    if (columns.some(isCompared(operation))) return true;
    const asked = columns.some((column) => countsOf(column.port, operation, column.lines) !== null);
    if (asked && !chosen.skipped) skipped += 1;
    return asked && chosen.skipped;
  };
  const tables = tablesFor(chosen)
    .map((table) => ({ ...table, operations: table.operations.filter(isShown(table.columns)) }))
    .filter((table) => table.operations.length)
    .map((table) => (chosen.skipped || chosen.port === all ? table : withoutSkipped(table)));
  matrix.replaceChildren(...tables.map(tableElement));
  fadeAll();
  // One stop for the Tab key in each table; arrow keys move within it.
  for (const table of matrix.querySelectorAll("table")) {
    const first = table.querySelector("button.cell");
    if (first) first.tabIndex = 0;
  }
  const shown = tables.flatMap((table) => table.operations.map((operation) => table.columns.some(isRed(operation))));
  const hidden = skipped ? ` ${plural(skipped, "operation")} not shown: all cases were skipped.` : "";
  document.getElementById("shown").textContent = shown.length === 0
    ? `No operation matches these filters.${hidden}`
    : `${number(shown.length)} of ${plural(data.operations.length, "operation")} shown; ${number(shown.filter(Boolean).length)} with differences or errors.${hidden}`;
  remember(chosen);
};

// The filters stand in the address, so that a link or a reload shows the same.
const remember = ({ port, line, operation, differing, skipped }) => {
  const kept = new URLSearchParams();
  if (port !== all && data.ports.length > 1) kept.set("port", data.ports[port].label);
  if (line !== all) kept.set("line", data.lines[line]);
  if (operation) kept.set("operation", operation);
  if (differing) kept.set("differing", "yes");
  if (skipped) kept.set("skipped", "yes");
  history.replaceState(null, "", `#${kept}`);
};

const recall = () => {
  const kept = new URLSearchParams(location.hash.slice(1));
  const place = (list, value) => { const at = list.indexOf(value); return at < 0 ? all : String(at); };
  filters.elements.port.value = data.ports.length === 1 ? "0" : place(data.ports.map((port) => port.label), kept.get("port"));
  filters.elements.line.value = place(data.lines, kept.get("line"));
  filters.elements.operation.value = kept.get("operation") ?? "";
  filters.elements.differing.checked = kept.get("differing") === "yes";
  filters.elements.skipped.checked = kept.get("skipped") === "yes";
};

const move = (event) => {
  const at = event.target.closest("td");
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -Infinity], End: [0, Infinity] };
  if (at === null || !(event.key in steps)) return;
  const rows = [...at.closest("table").querySelectorAll("tbody tr:not(.group)")];
  const within = (place, list) => Math.max(0, Math.min(list.length - 1, place));
  const [down, right] = steps[event.key];
  const row = rows[within(rows.indexOf(at.parentElement) + down, rows)];
  const cells = [...row.querySelectorAll("td")];
  const target = cells[within(at.cellIndex - 1 + right, cells)].firstElementChild;
  event.preventDefault();
  for (const stop of at.closest("table").querySelectorAll("[tabindex='0']")) stop.tabIndex = -1;
  target.tabIndex = 0;
  target.focus();
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
};

const option = (value, label) => element("option", { value }, label);
if (data.ports.length > 1) filters.elements.port.append(option(all, "All: columns are ports"));
filters.elements.port.append(...data.ports.map((port, place) => option(place, port.label)));
filters.elements.line.append(option(all, "All releases"), ...data.lines.map((line, place) => option(place, line)).reverse());
const occurring = new Set(data.cells.flatMap((cells, port) => [...cells.keys()].flatMap((operation) =>
  [everyLine, ...[...everyLine].map((line) => new Set([line]))].map((lines) => statusAt(port, operation, lines)?.name))));
document.getElementById("legend").append(...data.statuses.filter((status) => occurring.has(status.name)).map((status) => element("li", null, mark(status), ` ${status.words}`)));
recall();
filters.hidden = false;
document.getElementById("unscripted").hidden = true;
filters.addEventListener("input", render);
addEventListener("resize", fadeAll);
filters.addEventListener("submit", (event) => event.preventDefault());
filters.addEventListener("reset", (event) => {
  event.preventDefault();
  history.replaceState(null, "", "#");
  recall();
  render();
});
matrix.addEventListener("keydown", move);
for (const head of document.querySelectorAll("[data-port]")) {
  const name = head.querySelector(".name");
  if (data.ports.length === 1) continue;
  const button = element("button", { type: "button", class: "name", title: "Show the releases of this port" }, name.textContent);
  button.addEventListener("click", () => {
    filters.elements.port.value = head.dataset.port;
    render();
    document.getElementById("operations").scrollIntoView();
    document.getElementById("operations").focus({ preventScroll: true });
  });
  name.replaceWith(button);
}
render();
