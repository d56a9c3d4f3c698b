import type { ByteSource } from "../../byte-source.ts";
import { ScanProblem } from "../../scan-problem.ts";
import type { FbxArray, FbxBytes, FbxDocument, FbxNode, FbxValue } from "./fbx-nodes.ts";

/** Text files are read as a whole; larger scans use binary FBX. */
export const fbxTextBytesMax = 256 * 1024 * 1024;
const depthMax = 64;
const nodesMax = 2_000_000;

interface OpenNode {
  readonly name: string;
  readonly values: FbxValue[];
  readonly children: FbxNode[];
}

/** Reads a text FBX. @throws ScanProblem */
export async function parseFbxText(source: ByteSource): Promise<FbxDocument> {
  if (source.sizeBytes > fbxTextBytesMax) {
    throw new ScanProblem("scan-too-large", `FBX as text of ${source.sizeBytes} bytes; export as binary FBX`);
  }
  const text = new TextDecoder().decode(await source.read(0, source.sizeBytes));
  const nodes = new TextReader(text).readNodes();
  const header = nodes.find(({ name }) => name === "FBXHeaderExtension");
  const version = Number(header?.children.find(({ name }) => name === "FBXVersion")?.values[0] ?? 0);
  if (!(version >= 7000 && version < 9000)) throw new ScanProblem("scan-unsupported-feature", `FBX version ${version}`);
  return { version, nodes };
}

const isWord = (code: number) =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 95 ||
  code === 124;

/** `Name: value, value { … }`, record by record; lists as `*count { a: number, … }`. */
class TextReader {
  readonly #text: string;
  #at = 0;
  #nodes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readNodes(): FbxNode[] {
    const root: OpenNode = { name: "", values: [], children: [] };
    const open: OpenNode[] = [root];
    for (this.#skip(true); this.#at < this.#text.length; this.#skip(true)) {
      if (this.#text[this.#at] === "}") {
        this.#at++;
        if (open.length === 1) throw new ScanProblem("scan-corrupt", "FBX closes what is not open");
        open.pop();
        continue;
      }
      if (++this.#nodes > nodesMax) throw new ScanProblem("scan-too-large", `more than ${nodesMax} FBX records`);
      const node: OpenNode = { name: this.#readName(), values: [], children: [] };
      open.at(-1)!.children.push(node);
      this.#readValues(node.values);
      this.#skip(false);
      if (this.#text[this.#at] !== "{") continue;
      this.#at++;
      if (open.push(node) > depthMax) throw new ScanProblem("scan-corrupt", "FBX is nested too deep");
    }
    if (open.length > 1) throw new ScanProblem("scan-truncated", "FBX leaves records open");
    return root.children;
  }

  #readName(): string {
    const start = this.#at;
    while (isWord(this.#text.charCodeAt(this.#at))) this.#at++;
    const name = this.#text.slice(start, this.#at);
    this.#skip(false);
    if (name === "" || this.#text[this.#at] !== ":") {
      throw new ScanProblem(this.#at >= this.#text.length ? "scan-truncated" : "scan-corrupt", "FBX record");
    }
    this.#at++;
    return name;
  }

  #readValues(values: FbxValue[]): void {
    for (;;) {
      this.#skip(false);
      const first = this.#text[this.#at];
      if (first === undefined || first === "{" || first === "}" || first === "\n" || first === "\r") return;
      if (first === '"') values.push(this.#readQuoted());
      else if (first === "*") values.push(this.#readList());
      else values.push(this.#readWord());
      this.#skip(false);
      if (this.#text[this.#at] !== ",") return;
      this.#at++;
      // A list of values may continue on the next line.
      this.#skip(true);
    }
  }

  #readQuoted(): string | FbxBytes {
    const end = this.#text.indexOf('"', this.#at + 1);
    if (end < 0) throw new ScanProblem("scan-truncated", "FBX text");
    const content = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    // Names are short; a long value is an embedded file in base64.
    if (content.length < 4096) return content.replaceAll("&quot;", '"');
    return { sizeBytes: Math.floor((content.length * 3) / 4), base64: content, read: async () => fromBase64(content) };
  }

  #readList(): FbxArray {
    const end = this.#text.indexOf("}", this.#at);
    if (end < 0) throw new ScanProblem("scan-truncated", "FBX list");
    const [, count = "0", content = ""] = /^\*(\d+)\s*\{\s*a:([^}]*)/.exec(this.#text.slice(this.#at, end)) ?? [];
    this.#at = end + 1;
    const length = Number(count);
    return {
      length,
      read: async () => {
        // The shortest number takes two characters including its comma.
        if (length > content.length) throw new ScanProblem("scan-lying-count", `FBX list of ${length} numbers`);
        const words = content.split(",");
        if (words.length !== length && !(length === 0 && content.trim() === "")) {
          throw new ScanProblem("scan-lying-count", `FBX list of ${length} holds ${words.length}`);
        }
        return Float64Array.from({ length }, (_, index) => Number.parseFloat(words[index]!));
      },
    };
  }

  #readWord(): string {
    const start = this.#at;
    while (this.#at < this.#text.length && !",{}\n\r \t".includes(this.#text[this.#at]!)) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  /** Skips spaces and comments, and line breaks where they are insignificant. */
  #skip(lines: boolean): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 59) {
        const end = this.#text.indexOf("\n", this.#at);
        this.#at = (end < 0 ? this.#text.length : end) - 1;
      } else if (!(code === 32 || code === 9 || code === 0xfeff || (lines && (code === 10 || code === 13)))) return;
    }
  }
}

/** @throws ScanProblem `scan-corrupt` */
export function fromBase64(text: string): Uint8Array {
  let decoded: string;
  try {
    decoded = atob(text);
  } catch {
    throw new ScanProblem("scan-corrupt", "an embedded file in FBX");
  }
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
}
