import { SaxesParser } from "saxes";
import { ScanProblem } from "./scan-problem.ts";

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
}

export interface XmlDocument {
  readonly root: XmlElement;
  /** The text of the document type, if there is one. */
  readonly doctype: string | undefined;
}

/**
 * Reads a whole XML text. Tolerates what does not break the tree: plain ampersands, control characters, attributes given
 * twice. Drops references to entities other than XML's predefined ones, so that nothing a document type defines is ever
 * expanded.
 * @throws ScanProblem `scan-corrupt`, `scan-truncated`, `scan-too-large`
 */
export function readXml(
  text: string,
  { elementsMax, depthMax }: { readonly elementsMax: number; readonly depthMax: number },
): XmlDocument {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let doctype: string | undefined;
  let elements = 0;
  let isAtEnd = false;
  const addText = (plain: string) => open.at(-1)?.children.push(plain);
  parser.on("error", ({ message }) => {
    if (isAtEnd) throw new ScanProblem("scan-truncated", `XML: ${message.slice(0, 200)}`);
    if (/clos(?:e|ing) tag/.test(message)) throw new ScanProblem("scan-corrupt", `XML: ${message.slice(0, 200)}`);
  });
  parser.on("doctype", (found) => {
    doctype = found;
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (++elements > elementsMax) throw new ScanProblem("scan-too-large", "XML elements");
    const element = { name, attributes, children: [] };
    root ??= element;
    open.at(-1)?.children.push(element);
    if (open.push(element) > depthMax) throw new ScanProblem("scan-corrupt", "XML is nested too deep");
  });
  parser.on("closetag", () => open.pop());
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(
    text
      .replaceAll(/[^\P{Cc}\t\n\r]/gu, "")
      .replaceAll(foreignAmpersand, (_, entity?: string) => (entity === undefined ? "&amp;" : "")),
  );
  isAtEnd = true;
  parser.close();
  return { root: root!, doctype };
}

/** An ampersand on its own, or a reference to an entity that is not predefined. */
const foreignAmpersand = /&(?!(?:lt|gt|amp|quot|apos|#\d+|#x[\da-f]+);)([\w.:-]+;)?/g;
