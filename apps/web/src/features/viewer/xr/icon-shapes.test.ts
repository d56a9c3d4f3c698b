import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { anchorIcons } from "../anchors/anchor-icons.ts";
import { anchorTypeIcons } from "../anchors/anchor-type-icons.ts";
import { toPathData } from "./icon-shapes.ts";

it("draws every shape of every pin icon", () => {
  const chosen = [...anchorIcons].map(([name, { icon }]) => [name, icon] as const);
  for (const [name, icon] of [...chosen, ...Object.entries(anchorTypeIcons)]) {
    const markup = renderToStaticMarkup(createElement(icon));
    const shapes = [...markup.matchAll(/<(\w+)((?: [\w-]+="[^"]*")*)><\/\1>/g)];
    expect(shapes.length, name).toBeGreaterThan(0);
    for (const [, element = "", attributes = ""] of shapes) {
      const read = (attribute: string) => new RegExp(` ${attribute}="([^"]*)"`).exec(attributes)?.[1] ?? null;
      const path = toPathData(element, read);
      expect(path, `${name}: ${element}`).toMatch(/^[Mm][\d\s.,+\-a-zA-Z]+$/);
      expect(path, `${name}: ${element}`).not.toMatch(/NaN|undefined|null/);
    }
  }
});

it("converts circles, lines, lists of points and rounded rectangles to the path of the same shape", () => {
  const draw = (element: string, attributes: Record<string, string>) =>
    toPathData(element, (name) => attributes[name] ?? null);
  expect(draw("circle", { cx: "12", cy: "12", r: "10" })).toBe("M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z");
  expect(draw("line", { x1: "1", y1: "2", x2: "3", y2: "4" })).toBe("M1 2L3 4");
  expect(draw("polyline", { points: "1 2 3 4" })).toBe("M1 2 3 4");
  expect(draw("rect", { x: "1", y: "2", width: "10", height: "4" })).toBe(
    "M1 2h10a0 0 0 0 1 0 0v4a0 0 0 0 1 0 0h-10a0 0 0 0 1 0 0v-4a0 0 0 0 1 0 0Z",
  );
  expect(draw("title", {})).toBeNull();
});
