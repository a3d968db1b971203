// Two assignments of partitions to members, side by side: who has what, and who lost what to whom.

// The partitions of one member, as texts; null where the value is none of the forms in which assignors give them.
const partitionsOf = (value) => {
  const pairs = Array.isArray(value) ? value : value !== null && typeof value === "object" ? Object.entries(value) : null;
  if (pairs === null) return null;
  const found = [];
  for (const pair of pairs) {
    if (!Array.isArray(pair) || pair.length !== 2 || typeof pair[0] !== "string") return null;
    for (const partition of [pair[1]].flat()) {
      if (!Number.isInteger(partition)) return null;
      found.push(`${pair[0]}-${partition}`);
    }
  }
  return found;
};

// By member its partitions; null where the text is no assignment, or was cut.
const assignmentOf = (text) => {
  let document;
  try {
    document = JSON.parse(text);
  } catch {
    return null;
  }
  if (document === null || typeof document !== "object" || Array.isArray(document)) return null;
  const members = new Map(Object.entries(document).map(([member, value]) => [member, partitionsOf(value)]));
  return members.size && [...members.values()].every((value) => value !== null) ? members : null;
};

const ownersIn = (assignment) => {
  const owners = new Map();
  for (const [member, partitions] of assignment) {
    for (const partition of partitions) owners.set(partition, [...(owners.get(partition) ?? []), member]);
  }
  return owners;
};

const named = (members) => (members ?? ["no member"]).join(" and ");

// Sentences on who has what instead of whom, partitions that moved alike together.
const movesBetween = (original, port) => {
  const before = ownersIn(original);
  const after = ownersIn(port);
  const moves = new Map();
  for (const partition of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [named(before.get(partition)), named(after.get(partition))];
    if (from !== to) moves.set(`${from}\n${to}`, [...(moves.get(`${from}\n${to}`) ?? []), partition]);
  }
  return [...moves].map(([way, partitions]) => {
    const [from, to] = way.split("\n");
    return `${partitions.join(", ")}: ${from} in the original, ${to} in the port.`;
  });
};

const memberTable = (expected, got, title) => {
  const [original, port] = [assignmentOf(expected), assignmentOf(got)];
  if (original === null || port === null) return null;
  const moves = movesBetween(original, port);
  const cellOf = (mine, theirs) => element("td", null, ...(mine ?? []).flatMap((partition) => [
    (theirs ?? []).includes(partition) ? partition : element("mark", null, partition), " ",
  ]), mine === undefined ? element("span", { class: "none" }, "not in the answer") : mine.length ? "" : "nothing");
  const members = [...new Set([...original.keys(), ...port.keys()])];
  const head = ["Member", title, "Port"].map((name) => element("th", { scope: "col" }, name));
  return element("div", { class: "members" },
    moves.length ? element("ul", null, ...moves.slice(0, 8).map((move) => element("li", null, move)))
      : element("p", null, "Every member has the same partitions, in another order."),
    moves.length > 8 ? element("p", { class: "quiet" }, `… and ${number(moves.length - 8)} more`) : null,
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Partitions by member" }, element("table", null,
      element("thead", null, element("tr", null, ...head)),
      element("tbody", null, ...members.map((member) => element("tr", null, element("th", { scope: "row" }, member),
        cellOf(original.get(member), port.get(member)), cellOf(port.get(member), original.get(member))))))));
};

// Text in which issues of GitHub, Apache's tickets and addresses are links.
const linked = (text) => {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(/https?:\/\/[^\s)\]]+|\b[\w.-]+\/[\w.-]+#\d+|\b(?:KAFKA|FLINK)-\d+/g)) {
    const [name] = found;
    const address = name.startsWith("http") ? name
      : name.includes("#") ? `https://github.com/${name.replace("#", "/issues/")}` : `https://issues.apache.org/jira/browse/${name}`;
    parts.push(text.slice(at, found.index), element("a", { href: address, rel: "noreferrer" }, name));
    at = found.index + name.length;
  }
  return [...parts, text.slice(at)];
};
