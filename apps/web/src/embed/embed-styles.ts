import { embedTokens } from "./embed-tokens.ts";

/**
 * The page around the element sets its size: a width, a height or `aspect-ratio` of its own count before these. On phones
 * the least height leaves room for a card below the scene; without a width, it would widen the element by its ratio. `all`
 * keeps what the page's rules would hand down, such as its letter spacing, out of the element.
 */
export const embedStyles = `
:host { display: block; position: relative; width: 100%; aspect-ratio: 16 / 10; min-height: 420px; overflow: hidden; contain: layout paint; }
:host([hidden]) { display: none; }
.place {
  all: initial;
  ${embedTokens}
  position: absolute; inset: 0; display: block; color-scheme: light dark; container-type: size;
  background: var(--paper); color: var(--ink);
  font: 420 15px/20px "Inter Variable", Inter, system-ui, sans-serif;
}
.place[data-theme="light"] { color-scheme: light; }
.place[data-theme="dark"] { color-scheme: dark; }
.facade {
  position: absolute; inset: 0; display: grid; grid-template-rows: minmax(0, 1fr) auto; box-sizing: border-box;
  border: 1px solid var(--hairline);
  background: linear-gradient(var(--grid) 1px, transparent 1px) -1px -1px / 24px 24px,
    linear-gradient(90deg, var(--grid) 1px, transparent 1px) -1px -1px / 24px 24px;
}
img { position: absolute; inset: 0 0 64px; width: 100%; height: calc(100% - 64px); object-fit: cover; }
.block {
  grid-row: 2; display: flex; align-items: center; gap: 16px; box-sizing: border-box; min-height: 64px; padding: 9px 12px 9px 16px;
  border-top: 1px solid var(--line); background: var(--sheet);
}
.name {
  flex: 1; min-width: 0; margin: 0; font-weight: 600;
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; overflow-wrap: anywhere;
}
button, a {
  flex: none; display: inline-flex; align-items: center; gap: 8px; box-sizing: border-box; min-height: 44px; margin: 0; padding: 0 18px;
  border: 0; border-radius: 2px; background: var(--accent); color: var(--on-accent);
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer;
}
button { display: inline-grid; place-items: center; }
button span { grid-area: 1 / 1; }
button:not([aria-disabled]) span:last-child, button[aria-disabled] span:first-child { visibility: hidden; }
button::after { content: ""; position: absolute; inset: 0; }
.facade:hover button:not([aria-disabled]), a:hover { background: var(--accent-strong); }
button[aria-disabled] { cursor: progress; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.closed { place-content: center; justify-items: center; gap: 12px; grid-template-rows: auto; padding: 16px; text-align: center; text-wrap: balance; }
.closed p { margin: 0; }
.closed .name { flex: none; }
iframe { position: absolute; inset: 0; display: block; width: 100%; height: 100%; border: 0; }
@container (max-aspect-ratio: 1) { img { object-fit: contain; } }
@container (max-width: 300px) {
  .block { flex-direction: column; align-items: stretch; gap: 8px; }
  img { inset: 0; height: 100%; }
}
@media (prefers-reduced-motion: no-preference) {
  button, a { transition: background-color 120ms ease-out; }
}
`;
