import { readXml, type XmlElement } from "../read-xml.ts";
import { ScanProblem } from "../scan-problem.ts";

/** A drawing that contains only shapes, texts and embedded pictures: safe to serve from our own origin. */
export interface CleanSvg {
  readonly svg: string;
  /** In drawing units. */
  readonly viewBox: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Width on paper, metres; absent if the drawing only uses pixels. */
  readonly paperWidthM: number | undefined;
  /** Scripts, links, external files or other content was removed. */
  readonly isReduced: boolean;
}

const drawnElements = new Set(
  "svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath clipPath mask pattern marker linearGradient radialGradient stop image style switch a".split(
    " ",
  ),
);
/** Removed without notice: they are never visible. */
const silentElements = new Set(["metadata", "title", "desc", "namedview"]);

const properties = new Set(
  (
    "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit " +
    "stroke-dasharray stroke-dashoffset opacity color display visibility clip-path clip-rule mask marker-start marker-mid " +
    "marker-end stop-color stop-opacity font font-family font-size font-style font-weight font-variant font-stretch " +
    "text-anchor text-decoration letter-spacing word-spacing dominant-baseline baseline-shift alignment-baseline " +
    "writing-mode vector-effect paint-order shape-rendering text-rendering image-rendering overflow line-height"
  ).split(" "),
);
const attributes = new Set([
  ...properties,
  ..."id class transform d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy rotate width height points viewBox preserveAspectRatio pathLength textLength lengthAdjust offset gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight orient refX refY startOffset method spacing".split(
    " ",
  ),
]);

const xmlLimits = { elementsMax: 1_000_000, depthMax: 200 } as const;
/** Maximum number of elements that `use` may produce; a drawing beyond it is malicious. */
const drawnMax = 2_000_000;
const embeddedPicture = /^data:image\/(png|jpe?g|gif|webp);base64,[a-z0-9+/=\s]*$/i;
const insideReference = /^url\(\s*["']?#[^"'()\\\s]+["']?\s*\)(\s+[\w#(),.% ]+)?$/;

const metresPerCssUnit: Readonly<Record<string, number>> = {
  mm: 0.001,
  cm: 0.01,
  in: 0.0254,
  pt: 0.0254 / 72,
  pc: 0.0254 / 6,
  q: 0.00025,
};

/**
 * Keeps the parts of an SVG that draw and none that act: no scripts, handlers, links, external files, animations,
 * foreign content or document types. Entities are never expanded.
 * @throws ScanProblem `scan-corrupt`, `scan-truncated`, `scan-empty-geometry`, `scan-too-large`
 */
export function sanitizeSvg(text: string): CleanSvg {
  const { root, doctype = "" } = readXml(text.trimStart(), xmlLimits);
  const cleaner = new Cleaner();
  const clean = cleaner.clean(root);
  if (clean === undefined || clean.name !== "svg") throw new ScanProblem("scan-corrupt", "an SVG without its root");
  requireFiniteUse(clean);
  const viewBox = toViewBox(root);
  const width = String(clean.attributes.get("width") ?? "");
  const [, number = "", unit = ""] = /^\s*([-+.\de]+?)\s*([a-z]*)\s*$/i.exec(width) ?? [];
  const metres = metresPerCssUnit[unit.toLowerCase()];
  for (const name of ["width", "height", "x", "y", "id", "class", "preserveAspectRatio"]) clean.attributes.delete(name);
  clean.attributes.set("xmlns", "http://www.w3.org/2000/svg");
  clean.attributes.set("viewBox", `${viewBox.x} ${viewBox.y} ${viewBox.width} ${viewBox.height}`);
  if (!hasShape(clean)) throw new ScanProblem("scan-empty-geometry", "an SVG without shapes");
  return {
    svg: serialize(clean),
    viewBox,
    paperWidthM: metres !== undefined && Number(number) > 0 ? Number(number) * metres : undefined,
    isReduced: cleaner.isReduced || doctype.includes("["),
  };
}

interface CleanElement {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: (CleanElement | string)[];
}

class Cleaner {
  isReduced = false;

  clean(element: XmlElement): CleanElement | undefined {
    const name = element.name.replace(/^svg:/, "");
    if (!drawnElements.has(name)) {
      if (!silentElements.has(name.replace(/^.*:/, ""))) this.isReduced = true;
      return undefined;
    }
    const kept = new Map<string, string>();
    for (const [attribute, value] of Object.entries(element.attributes))
      this.#keepAttribute(name, attribute, value, kept);
    if (name === "style") {
      const sheet = this.#cleanSheet(element.children.filter((child) => typeof child === "string").join(""));
      return sheet === "" ? undefined : { name, attributes: new Map(), children: [sheet] };
    }
    if ((name === "image" || name === "use") && !kept.has("href")) {
      this.isReduced = true;
      return undefined;
    }
    const children: (CleanElement | string)[] = [];
    for (const child of element.children) {
      if (typeof child === "string") {
        if (/^(text|tspan|textPath)$/.test(name)) children.push(child);
        continue;
      }
      const cleaned = this.clean(child);
      if (cleaned !== undefined) children.push(cleaned);
    }
    // The content of a link is drawn; the link itself is dropped.
    return { name: name === "a" ? "g" : name, attributes: kept, children };
  }

  #keepAttribute(element: string, attribute: string, value: string, kept: Map<string, string>): void {
    if (/^xmlns(:|$)/.test(attribute)) return;
    if (attribute === "href" || attribute === "xlink:href") {
      if (element === "a") {
        this.isReduced = true;
        return;
      }
      const isInside = /^#[^\s"'<>\\]+$/.test(value.trim());
      const isPicture = element === "image" && embeddedPicture.test(value);
      if (isInside ? element !== "image" : isPicture) kept.set("href", value.replace(/\s+/g, ""));
      else this.isReduced = true;
      return;
    }
    if (attribute === "xml:space") {
      if (value === "preserve") kept.set("xml:space", "preserve");
      return;
    }
    if (attribute === "style") {
      const style = this.#cleanDeclarations(value);
      if (style !== "") kept.set("style", style);
      return;
    }
    if (attributes.has(attribute) && isHarmlessValue(value)) kept.set(attribute, value);
    // Programs store private data in prefixed names; dropping those is no loss.
    else if (
      !attribute.includes(":") &&
      !/^(data-|aria-|version$|baseProfile$|role$|enable-background$|lang$)/.test(attribute)
    ) {
      this.isReduced = true;
    }
  }

  #cleanDeclarations(text: string): string {
    const kept: string[] = [];
    for (const declaration of text.replace(/\/\*[\s\S]*?\*\//g, "").split(";")) {
      const colon = declaration.indexOf(":");
      if (colon < 0) continue;
      const property = declaration.slice(0, colon).trim().toLowerCase();
      const value = declaration.slice(colon + 1).trim();
      if (!properties.has(property)) continue;
      if (isHarmlessValue(value)) kept.push(`${property}:${value}`);
      else this.isReduced = true;
    }
    return kept.join(";");
  }

  #cleanSheet(text: string): string {
    const rules: string[] = [];
    if (/@|\\/.test(text)) this.isReduced = true;
    for (const [, selector = "", declarations = ""] of text
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .replace(/<!--|-->/g, "")
      .matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      if (!/^[\w\s.#,*>-]+$/.test(selector)) continue;
      const kept = this.#cleanDeclarations(declarations);
      if (kept !== "") rules.push(`${selector.trim()}{${kept}}`);
    }
    return rules.join("\n");
  }
}

function isHarmlessValue(value: string): boolean {
  // A backslash can encode anything in a style.
  if (/[\\<>]|@import|expression\s*\(|javascript:/i.test(value)) return false;
  return !/url\s*\(/i.test(value) || insideReference.test(value.trim());
}

function hasShape(element: CleanElement): boolean {
  if (/^(path|rect|circle|ellipse|line|polyline|polygon|text|image|use)$/.test(element.name)) return true;
  return element.children.some((child) => typeof child !== "string" && hasShape(child));
}

/** @throws ScanProblem `scan-corrupt` for a drawing that uses itself, `scan-too-large` for one that expands too much */
function requireFiniteUse(root: CleanElement): void {
  const byId = new Map<string, CleanElement>();
  const index = (element: CleanElement) => {
    const id = element.attributes.get("id");
    if (id !== undefined) byId.set(id, element);
    for (const child of element.children) if (typeof child !== "string") index(child);
  };
  index(root);
  const counts = new Map<CleanElement, number>();
  const open = new Set<CleanElement>();
  const count = (element: CleanElement): number => {
    const known = counts.get(element);
    if (known !== undefined) return known;
    if (open.has(element)) throw new ScanProblem("scan-corrupt", "an SVG that uses itself");
    open.add(element);
    const used = element.attributes.get("href")?.startsWith("#")
      ? byId.get(element.attributes.get("href")!.slice(1))
      : undefined;
    let total = 1 + (used === undefined || element.name !== "use" ? 0 : count(used));
    for (const child of element.children) if (typeof child !== "string") total += count(child);
    if (total > drawnMax) throw new ScanProblem("scan-too-large", `more than ${drawnMax} SVG elements`);
    open.delete(element);
    counts.set(element, total);
    return total;
  };
  count(root);
}

/** @throws ScanProblem `scan-corrupt` without a size */
function toViewBox({ attributes: given }: XmlElement): CleanSvg["viewBox"] {
  const numbers = (given.viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x, y, width, height] = numbers;
  const size = (name: string) => Number.parseFloat(given[name] ?? "");
  const found =
    numbers.length === 4 && numbers.every(Number.isFinite) && width! > 0 && height! > 0
      ? { x: x!, y: y!, width: width!, height: height! }
      : { x: 0, y: 0, width: size("width"), height: size("height") };
  if (!(found.width > 0 && found.height > 0 && found.width < 1e7 && found.height < 1e7)) {
    throw new ScanProblem("scan-corrupt", "an SVG without a size");
  }
  return found;
}

const escapeText = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const escapeAttribute = (text: string) => escapeText(text).replace(/"/g, "&quot;");

function serialize(element: CleanElement): string {
  const parts: string[] = [];
  const write = ({ name, attributes: list, children }: CleanElement) => {
    parts.push(`<${name}`);
    for (const [attribute, value] of list) parts.push(` ${attribute}="${escapeAttribute(value)}"`);
    if (children.length === 0) {
      parts.push("/>");
      return;
    }
    parts.push(">");
    for (const child of children) {
      if (typeof child === "string") parts.push(escapeText(child));
      else write(child);
    }
    parts.push(`</${name}>`);
  };
  write(element);
  return `${parts.join("")}\n`;
}
