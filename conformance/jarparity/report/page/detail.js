// What one cell of the matrix stands for: counts by line, the smallest failing case with both answers, the command.
const dialog = document.getElementById("detail");
const everyLine = new Set(data.lines.keys());

// The part in which two texts differ is marked, underlined and not by colour alone.
const marked = (text, other) => {
  let start = 0;
  while (start < text.length && start < other.length && text[start] === other[start]) start += 1;
  let end = 0;
  const most = Math.min(text.length, other.length) - start;
  while (end < most && text[text.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const middle = text.slice(start, text.length - end);
  return element("pre", { tabindex: 0 }, text.slice(0, start), middle ? element("mark", null, middle) : "", text.slice(text.length - end));
};

const labelled = (label, ...content) => element("div", null, element("h4", null, label), ...content);

const copyButton = (text) => {
  const button = element("button", { type: "button", class: "copy" }, "Copy");
  button.addEventListener("click", async () => {
    // From a file a browser may refuse the clipboard; then the text is selected for the user to copy.
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(button.parentElement.querySelector("pre"));
      button.textContent = "Selected: press Ctrl+C";
    }
  });
  return button;
};

const lineNames = (places) => {
  const families = new Map();
  for (const place of places) {
    const [family, version] = data.lines[place].split(" ");
    families.set(family, [...(families.get(family) ?? []), version]);
  }
  return [...families].map(([family, versions]) => `${family} ${versions.join(", ")}`).join("; ");
};

const severalOf = { agrees: "agree", differs: "differ" };
const countsIn = (counts) => data.verdicts.filter((verdict) => counts[verdict]).map((verdict) => `${number(counts[verdict])} ${counts[verdict] === 1 ? verdict : severalOf[verdict] ?? verdict}`).join(", ");

const answersOf = (failure, title) => {
  const members = memberTable(failure.expected, failure.got, title);
  const texts = element("div", { class: "answers" },
    labelled(title, marked(failure.expected, failure.got)), labelled("Port", marked(failure.got, failure.expected)));
  if (members === null) return texts;
  return element("div", null, labelled("Answers", members), element("details", null, element("summary", null, "as JSON"), texts));
};

const failureParts = (failure, original) => [
  element("p", null, mark(statuses[failure.verdict]), " ", element("code", null, failure.id),
    failure.grade ? `, graded ${failure.grade}` : ""),
  failure.lost ? element("p", null, `The smallest case that is not ${failure.lost.join(", and not ")}.`) : null,
  element("p", { class: "quiet" }, `${lineNames(failure.lines)}; compared with ${failure.reference}`),
  labelled("Input", element("pre", { tabindex: 0 }, failure.input)),
  failure.expected === undefined ? null : answersOf(failure, original ? "Original" : "Expected"),
  failure.reason ? labelled("Reason", element("p", null, failure.reason)) : null,
  failure.detail ? labelled("Detail", element("pre", { tabindex: 0 }, failure.detail)) : null,
  failure.dissenter ? element("p", null, `The reference ${failure.dissenter} stands alone: the kit is at fault.`) : null,
  failure.looksLike ? labelled("Looks like", element("ul", null, ...failure.looksLike.map((text) => element("li", null, ...linked(text))))) : null,
  failure.tags ? element("p", { class: "quiet" }, `tags: ${failure.tags.join(", ")}`) : null,
  labelled("Reproduce", ...(failure.command === undefined
    ? [element("p", null, `The command has ${number(failure.longCommand)} characters; it stands in the result's file.`)]
    : [element("pre", { class: "command", tabindex: 0 }, failure.command), copyButton(failure.command)])),
];

const lineTable = (port, operation, chosen) => {
  const rows = [];
  for (const line of [...data.lines.keys()].reverse()) {
    const counts = countsOf(port, operation, new Set([line]));
    if (counts === null) continue;
    const current = chosen.size === 1 && chosen.has(line);
    rows.push(element("tr", { class: current ? "chosen" : null, "aria-current": current ? "true" : null },
      element("th", { scope: "row" }, data.lines[line]), element("td", null, mark(statusOf(counts, data.cells[port][operation].grade))),
      ...data.verdicts.map((verdict) => element("td", { class: counts[verdict] ? null : "none" }, number(counts[verdict])))));
  }
  const head = ["Release", "Status", ...data.verdicts].map((name) => element("th", { scope: "col" }, name));
  return element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Counts by release" }, element("table", null,
    element("thead", null, element("tr", null, ...head)), element("tbody", null, ...rows)));
};

const failureSection = (port, operation, chosen) => {
  const cell = data.cells[port][operation];
  const all = data.failures[port][operation];
  const here = all.filter((failure) => failure.lines.some((line) => chosen.has(line)));
  const where = chosen.size === 1 ? ` on ${data.lines[[...chosen][0]]}` : "";
  const counts = countsOf(port, operation, chosen);
  const failed = counts === null ? 0 : counts.differs + counts.errored;
  if (failed === 0) return [];
  if (here.length === 0) {
    return [element("p", { class: "high-text" },
      `${plural(failed, "case")} failed${where}, and none of them is on this page; the result's file has them.`)];
  }
  const original = data.operations[operation].original;
  // Each kind of failure is a fault of its own; a release that has none of these cases shows what differs and what broke.
  const kinds = here.filter((failure) => failure.cases !== undefined);
  const first = kinds.length ? kinds : ["differs", "errored"].map((verdict) => here.find((failure) => failure.verdict === verdict)).filter(Boolean);
  const others = here.filter((failure) => !first.includes(failure));
  const parts = first.flatMap((failure, place) => [
    element("h3", null, `${place ? "Another kind of failure" : "Smallest failing case"}${where}`),
    failure.cases > 1 ? element("p", { class: "quiet" }, `and ${plural(failure.cases - 1, "more case")} of this kind`) : null,
    ...failureParts(failure, original),
  ]);
  if (others.length) {
    parts.push(element("h3", null, `More failing cases${where}`));
    for (const failure of others) {
      const details = element("details", null, element("summary", null, failure.id));
      // Only what is opened is laid out.
      details.addEventListener("toggle", () => {
        if (details.open && details.childElementCount === 1) details.append(...failureParts(failure, original).filter((part) => part !== null));
      });
      parts.push(details);
    }
  }
  const total = cell.all[data.verdicts.indexOf("differs")] + cell.all[data.verdicts.indexOf("errored")];
  if (total > all.length) parts.push(element("p", { class: "quiet" }, `${number(all.length)} of ${number(total)} failures of this operation are on this page.`));
  return parts;
};

const showDetail = (port, operation, chosen) => {
  const { name, summary, original } = data.operations[operation];
  const cell = data.cells[port][operation];
  const counts = countsOf(port, operation, chosen);
  const close = element("button", { type: "button", onclick: () => dialog.close() }, "Close");
  dialog.replaceChildren(
    element("header", null,
      element("div", null, element("h2", { id: "detail-title" }, name), element("p", { class: "quiet" }, data.ports[port].label)), close),
    element("p", null, summary),
    original ? element("p", { class: "quiet" }, "Original: ", element("code", null, original)) : "",
    element("p", null, mark(statusOf(counts, cell.grade)), ` ${countsIn(counts)}; ${plural(cell.inputs, "input")} compared`,
      data.ports[port].cutShort.includes(name) ? "; the time ran out before the search and the bulk check ended" : ""),
    ...cell.divergences.map((known) => element("p", { class: known.problem ? "high-text" : "quiet" },
      ...linked(`known divergence ${known.divergence}: ${number(known.failed)} of ${plural(known.inside, "input")} inside fail: ${known.issue}`),
      known.problem ? `: ${known.problem}` : "")),
    ...cell.reasons.map((reason) => element("p", { class: "quiet" }, ...linked(`skipped: ${reason}`))),
    ...failureSection(port, operation, chosen).filter((part) => part !== null),
    element("h3", null, "By release"),
    lineTable(port, operation, chosen),
  );
  dialog.showModal();
  dialog.scrollTop = 0;
};

// A click beside the sheet closes it.
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
