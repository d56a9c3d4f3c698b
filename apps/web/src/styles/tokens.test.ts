import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** Relative luminance (WCAG 2) of an OKLCH colour. */
function toLuminance(lightness: number, chroma: number, hueDegrees: number): number {
  const a = chroma * Math.cos((hueDegrees * Math.PI) / 180);
  const b = chroma * Math.sin((hueDegrees * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (value: number) => Math.min(Math.max(value, 0), 1);
  const red = clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function readLuminances(theme: "light" | "dark"): Map<string, number> {
  const luminances = new Map<string, number>();
  for (const [, name, light, dark] of css.matchAll(/--([\w-]+): light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)/g)) {
    const [lightness, chroma, hue] = (theme === "light" ? light! : dark!).split(/[\s/]+/).map(Number);
    luminances.set(name!, toLuminance(lightness!, chroma!, hue!));
  }
  return luminances;
}

function contrast(first: number, second: number): number {
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

const surfaces = ["paper", "sheet", "sunken"];
const textPairs: readonly (readonly [string, string])[] = [
  ...surfaces.flatMap((surface) =>
    ["ink", "ink-soft", "accent", "good", "attention", "danger"].map((text) => [text, surface] as const),
  ),
  ["on-accent", "accent"],
  ["on-accent", "accent-strong"],
  ["on-danger", "danger"],
  ["accent", "accent-wash"],
  ["ink", "accent-wash"],
  ["ink-soft", "accent-wash"],
  ...["good", "attention", "danger"].flatMap((tone) => [
    [tone, `${tone}-wash`] as const,
    ["ink", `${tone}-wash`] as const,
  ]),
  ["paper", "ink"],
];
const linePairs = surfaces.map((surface) => ["line", surface] as const);

describe.each(["light", "dark"] as const)("colours of the %s theme", (theme) => {
  const luminances = readLuminances(theme);

  test.each(textPairs)("%s is readable on %s", (text, surface) => {
    expect(contrast(luminances.get(text)!, luminances.get(surface)!)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(linePairs)("a %s is visible on %s", (line, surface) => {
    expect(contrast(luminances.get(line)!, luminances.get(surface)!)).toBeGreaterThanOrEqual(3);
  });
});
