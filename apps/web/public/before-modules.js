// Classic and render-blocking on purpose: the chosen theme is on the page before its first paint.
try {
  const asked = parent === window ? null : new URLSearchParams(location.search).get("theme");
  // Sites that embed a page say how it should look.
  const theme = ["auto", "light", "dark"].includes(asked) ? asked : localStorage.getItem("blueprint.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's preference counts.
}

// Before any module: the schema library tries `new Function` once, which the page's policy forbids and browsers report.
globalThis.__zod_globalConfig = { jitless: true };
