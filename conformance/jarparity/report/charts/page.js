// The page is whole without this script; with it, charts answer the pointer and the arrow keys.
for (const choice of document.querySelectorAll("fieldset.weights")) {
  const parts = choice.closest("section").querySelectorAll("[data-weight]");
  const show = (weight) => {
    for (const part of parts) part.hidden = part.dataset.weight !== weight;
  };
  choice.hidden = false;
  choice.addEventListener("change", (event) => show(event.target.value));
  show(choice.querySelector("input:checked").value);
}

for (const figure of document.querySelectorAll("figure.marked")) {
  const chart = figure.querySelector("svg");
  const marks = [...chart.querySelectorAll(".mark")];
  const output = figure.querySelector("output");
  const resting = output.textContent;
  let at = -1;
  const choose = (place) => {
    if (at >= 0) marks[at].classList.remove("chosen");
    at = place;
    if (at >= 0) marks[at].classList.add("chosen");
    output.textContent = at < 0 ? resting : marks[at].dataset.label;
  };
  const columns = chart.classList.contains("heat") ? chart.viewBox.baseVal.width : 1;
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  chart.tabIndex = 0;
  // A picture has no keys of its own for a screen reader; an application's go to this script.
  chart.setAttribute("role", "application");
  chart.setAttribute("aria-roledescription", "chart");
  chart.addEventListener("keydown", (event) => {
    let next = null;
    if (event.key in steps) next = at < 0 ? 0 : at + steps[event.key];
    else if (event.key === "Home") next = 0;
    else if (event.key === "End") next = marks.length - 1;
    else if (event.key === "Escape") next = -1;
    if (next === null) return;
    event.preventDefault();
    if (event.key === "Escape") choose(-1);
    else choose(Math.min(marks.length - 1, Math.max(0, next)));
  });
  const nearest = (event) => {
    // Dots are small: the nearest one to the pointer's column counts.
    if (chart.classList.contains("curve")) {
      const distance = (mark) => {
        const box = mark.getBoundingClientRect();
        return Math.abs(box.left + box.width / 2 - event.clientX);
      };
      return marks.reduce((best, mark, place) => (distance(mark) < distance(marks[best]) ? place : best), 0);
    }
    return marks.indexOf(event.target.closest(".mark"));
  };
  const point = (event) => {
    const place = nearest(event);
    if (place >= 0) choose(place);
  };
  chart.addEventListener("pointermove", point);
  chart.addEventListener("click", point);
}
