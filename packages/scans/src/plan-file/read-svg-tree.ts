import { ScanProblem } from "../scan-problem.ts";

export interface SvgElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (SvgElement | string)[];
}

const depthMax = 200;
const namePattern = /[\w:.-]+/y;
const attributePattern = /\s*([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

/**
 * Reads an SVG's elements. Skips the document type and never expands its definitions: an entity other than XML's
 * predefined ones becomes empty.
 * @throws ScanProblem `scan-corrupt`, `scan-truncated`, `scan-too-large`
 */
export function readSvgTree(
  text: string,
  elementsMax: number,
): { readonly root: SvgElement; readonly hadDoctypeContent: boolean } {
  const reader = new TreeReader(text, elementsMax);
  return { root: reader.read(), hadDoctypeContent: reader.hadDoctypeContent };
}

class TreeReader {
  hadDoctypeContent = false;
  readonly #text: string;
  readonly #elementsMax: number;
  #at = 0;

  constructor(text: string, elementsMax: number) {
    this.#text = text;
    this.#elementsMax = elementsMax;
  }

  read(): SvgElement {
    const text = this.#text;
    const open: SvgElement[] = [];
    let root: SvgElement | undefined;
    for (let elements = 0; this.#at < text.length; ) {
      const tag = text.indexOf("<", this.#at);
      const plain = text.slice(this.#at, tag < 0 ? text.length : tag);
      if (plain !== "" && open.length > 0) open.at(-1)!.children.push(toPlainText(plain));
      if (tag < 0) break;
      this.#at = tag;
      if (text.startsWith("<!--", tag)) this.#stepOver("-->");
      else if (text.startsWith("<![CDATA[", tag)) {
        const end = this.#find("]]>");
        open.at(-1)?.children.push(text.slice(tag + 9, end));
        this.#at = end + 3;
      } else if (text.startsWith("<?", tag)) this.#stepOver("?>");
      else if (/^<!doctype/i.test(text.slice(tag, tag + 9))) this.#stepOverDoctype();
      else if (text.startsWith("</", tag)) {
        const name = this.#name(tag + 2);
        if (open.at(-1)?.name !== name) throw new ScanProblem("scan-corrupt", `SVG closes ${name}`);
        this.#at = this.#find(">") + 1;
        open.pop();
        if (open.length === 0) return root!;
      } else {
        if (++elements > this.#elementsMax) throw new ScanProblem("scan-too-large", "SVG elements");
        const { element, isClosed } = this.#element(tag + 1);
        if (open.length > 0) open.at(-1)!.children.push(element);
        else if (root === undefined) root = element;
        else throw new ScanProblem("scan-corrupt", "SVG with two roots");
        if (!isClosed && open.push(element) > depthMax) throw new ScanProblem("scan-corrupt", "SVG is nested too deep");
        if (isClosed && open.length === 0) return root!;
      }
    }
    throw new ScanProblem("scan-truncated", "SVG ends within an element");
  }

  #element(start: number): { readonly element: SvgElement; readonly isClosed: boolean } {
    const name = this.#name(start);
    let at = start + name.length;
    const attributes = new Map<string, string>();
    for (;;) {
      attributePattern.lastIndex = at;
      const found = attributePattern.exec(this.#text);
      if (found === null) break;
      attributes.set(found[1]!, toPlainText(found[2] ?? found[3] ?? ""));
      at = attributePattern.lastIndex;
    }
    while (/\s/.test(this.#text[at] ?? "")) at++;
    const isClosed = this.#text[at] === "/";
    if (isClosed) at++;
    if (this.#text[at] !== ">") {
      const isCutOff = this.#text.indexOf(">", at) < 0;
      throw new ScanProblem(isCutOff ? "scan-truncated" : "scan-corrupt", `SVG element ${name}`);
    }
    this.#at = at + 1;
    return { element: { name, attributes, children: [] }, isClosed };
  }

  #name(at: number): string {
    namePattern.lastIndex = at;
    const name = namePattern.exec(this.#text)?.[0];
    if (name === undefined) throw new ScanProblem("scan-corrupt", "SVG element without a name");
    return name;
  }

  #find(mark: string): number {
    const at = this.#text.indexOf(mark, this.#at);
    if (at < 0) throw new ScanProblem("scan-truncated", `SVG without ${mark}`);
    return at;
  }

  #stepOver(mark: string): void {
    this.#at = this.#find(mark) + mark.length;
  }

  #stepOverDoctype(): void {
    const end = this.#find(">");
    const bracket = this.#text.indexOf("[", this.#at);
    if (bracket < 0 || bracket > end) {
      this.#at = end + 1;
      return;
    }
    this.hadDoctypeContent = true;
    const close = this.#text.indexOf("]", bracket);
    if (close < 0) throw new ScanProblem("scan-truncated", "SVG document type");
    this.#at = close;
    this.#stepOver(">");
  }
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function toPlainText(text: string): string {
  const plain = withoutControls(text);
  if (!plain.includes("&")) return plain;
  return plain.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[\w.:-]+);/gi, (_, entity: string) => {
    if (!entity.startsWith("#")) return named[entity] ?? "";
    const code =
      entity[1] === "x" || entity[1] === "X" ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
    // Characters not allowed in XML would make the drawing unreadable.
    const isAllowed =
      code === 9 ||
      code === 10 ||
      code === 13 ||
      (code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff));
    return isAllowed && code !== 0xfffe && code !== 0xffff ? String.fromCodePoint(code) : "";
  });
}

/** XML allows no control characters except tabs and line breaks. */
function withoutControls(text: string): string {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) {
      return Array.from(text, (character) => (character < " " && !/\s/.test(character) ? "" : character)).join("");
    }
  }
  return text;
}
