// Classic and render-blocking on purpose: the chosen theme is on the page before its first paint.
try {
  const theme = localStorage.getItem("blueprint.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's preference counts.
}
