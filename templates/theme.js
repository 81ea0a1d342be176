"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("script");
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    if (localStorage.getItem("lang") === "go") root.dataset.lang = "go";
  } catch {
    // Nothing is remembered where storage is refused.
  }
})();
