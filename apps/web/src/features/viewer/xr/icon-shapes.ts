import type { LucideIcon } from "lucide-react";
import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";

/** Icons are drawn on a square of this size (SVG user units), in strokes of `iconStroke`. */
export const iconSide = 24;
export const iconStroke = 2;

/** Reads an attribute of an SVG element; null if absent. */
type ReadAttribute = (name: string) => string | null;

/** An SVG shape as path data for a canvas; null for elements that aren't shapes. */
export function toPathData(element: string, read: ReadAttribute): string | null {
  const number = (name: string) => Number(read(name) ?? 0);
  switch (element) {
    case "path":
      return read("d");
    case "line":
      return `M${number("x1")} ${number("y1")}L${number("x2")} ${number("y2")}`;
    case "polyline":
      return `M${read("points") ?? ""}`;
    case "polygon":
      return `M${read("points") ?? ""}Z`;
    case "circle":
      return toEllipse(number("cx"), number("cy"), number("r"), number("r"));
    case "ellipse":
      return toEllipse(number("cx"), number("cy"), number("rx"), number("ry"));
    case "rect":
      return toRectangle(number("x"), number("y"), number("width"), number("height"), number("rx"));
    default:
      return null;
  }
}

/**
 * The shapes of an icon as path data. Icons are React components, and a headset shows no HTML: the icon is rendered
 * once, off the page.
 */
export function listIconPaths(icon: LucideIcon): string[] {
  const host = document.createElement("div");
  const root = createRoot(host);
  flushSync(() => root.render(createElement(icon)));
  const shapes = [...host.querySelectorAll("svg *")];
  const paths = shapes.flatMap((shape) => toPathData(shape.tagName, (name) => shape.getAttribute(name)) ?? []);
  root.unmount();
  return paths;
}

function toEllipse(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0Z`;
}

function toRectangle(x: number, y: number, width: number, height: number, radius: number): string {
  const r = Math.min(radius, width / 2, height / 2);
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [w, h] = [width - r * 2, height - r * 2];
  return `M${x + r} ${y}h${w}${corner(r, r)}v${h}${corner(-r, r)}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}Z`;
}
