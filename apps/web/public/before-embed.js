// Classic and render-blocking on purpose: the theme of the address is on the page before its first paint. A frame on
// another site has no storage.
const theme = new URLSearchParams(location.search).get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

// Before any module: the schema library tries `new Function` once, which the page's policy forbids and browsers report.
globalThis.__zod_globalConfig = { jitless: true };
