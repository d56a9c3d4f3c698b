import { ScanProblem } from "../scan-problem.ts";

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const depthMax = 64;
const elementsMax = 1_000_000;
const tokenPattern =
  /<!\[CDATA\[([\s\S]*?)\]\]>|(<!--[\s\S]*?-->|<\?[\s\S]*?\?>)|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)|</g;
const attributePattern = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Parses the XML section of a scan. Document types are rejected, so there are no entities to expand.
 * @throws ScanProblem scan-corrupt when the text is not well-formed
 */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: "#document", attributes: {}, children: [], text: "" };
  const open = [root];
  let elementCount = 0;
  for (const [, cdata, skipped, closing, opening, attributeText, selfClosing, plain] of text.matchAll(tokenPattern)) {
    const parent = open.at(-1)!;
    if (cdata !== undefined || plain !== undefined) {
      parent.text += cdata ?? toPlainText(plain!);
    } else if (closing !== undefined) {
      if (open.length === 1 || parent.name !== closing) throw new ScanProblem("scan-corrupt", `XML closes ${closing}`);
      open.pop();
    } else if (opening !== undefined) {
      if (open.length > depthMax || ++elementCount > elementsMax) throw new ScanProblem("scan-corrupt", "XML too deep");
      const attributes: Record<string, string> = Object.create(null);
      for (const [, name, double, single] of (attributeText ?? "").matchAll(attributePattern)) {
        attributes[name!] = toPlainText(double ?? single ?? "");
      }
      const element: XmlElement = { name: opening, attributes, children: [], text: "" };
      parent.children.push(element);
      if (!selfClosing) open.push(element);
    } else if (skipped === undefined) {
      throw new ScanProblem("scan-corrupt", "XML is not well-formed");
    }
  }
  if (open.length !== 1 || root.children.length !== 1) throw new ScanProblem("scan-corrupt", "XML ends too early");
  return root.children[0]!;
}

export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

const namedEntities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function toPlainText(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => namedEntities[name]!);
}
