"use strict";

const root = document.documentElement;
const themes = ["auto", "light", "dark"];
const themeButton = document.getElementById("theme");
const showTheme = (theme) => {
  root.dataset.theme = theme;
  themeButton.textContent = `Theme: ${theme}`;
};
themeButton.hidden = false;
themeButton.addEventListener("click", () => {
  showTheme(themes[(themes.indexOf(root.dataset.theme) + 1) % themes.length]);
});
showTheme("auto");

