// The data, and elements made of it. Text goes in as text, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const statuses = Object.fromEntries(data.statuses.map((status) => [status.name, status]));
const number = (value) => value.toLocaleString("en");
const plural = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

const element = (tag, attributes, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
};

// Counts by verdict of an operation of a port on some lines; null where it was not asked there.
const countsOf = (port, operation, lines) => {
  const cell = data.cells[port][operation];
  if (cell === null) return null;
  // On all lines the check's own counts: it counts an answer that several lines share once.
  if (lines.size === data.lines.length) return Object.fromEntries(data.verdicts.map((verdict, place) => [verdict, cell.all[place]]));
  const sums = Object.fromEntries(data.verdicts.map((verdict) => [verdict, 0]));
  for (const [on, ...numbers] of cell.counts) {
    const times = on.filter((line) => lines.has(line)).length;
    data.verdicts.forEach((verdict, place) => { sums[verdict] += times * numbers[place]; });
  }
  return Object.values(sums).some((count) => count > 0) ? sums : null;
};

// The same rule as jarparity.report.results.
const statusOf = (counts, grade) => {
  if (counts === null) return null;
  if (counts.errored) return counts.differs ? statuses.differs : statuses.errored;
  if (counts.differs) return statuses[grade === "valid" || grade === "equivalent" ? grade : "differs"];
  if (counts.known) return statuses.known;
  if (counts.agrees) return counts.skipped ? statuses.partly : statuses.agrees;
  return statuses.skipped;
};

const statusAt = (port, operation, lines) => statusOf(countsOf(port, operation, lines), data.cells[port][operation]?.grade);

const mark = (status) => element("span", { class: `status ${status.name}`, title: status.words },
  element("span", { "aria-hidden": "true" }, status.symbol), ` ${status.name}`);
