import { unzlibSync } from "fflate";
import type { ByteSource } from "../../byte-source.ts";
import { ScanProblem } from "../../scan-problem.ts";

/** A list of numbers that is read from the file on demand. */
export interface FbxArray {
  readonly length: number;
  /** @throws ScanProblem `scan-lying-count`, `scan-corrupt`, `scan-truncated` */
  read(): Promise<Float64Array>;
}

/** Bytes inside the file, such as an embedded picture. */
export interface FbxBytes {
  readonly sizeBytes: number;
  /** The encoded bytes in a text file; some exporters split this text at arbitrary positions. */
  readonly base64?: string;
  read(): Promise<Uint8Array>;
}

/** Integers that may not fit a number are returned as text: ids have 64 bits. */
export type FbxValue = number | string | FbxArray | FbxBytes;

/** One record of an FBX, text or binary. */
export interface FbxNode {
  readonly name: string;
  readonly values: readonly FbxValue[];
  readonly children: readonly FbxNode[];
}

export interface FbxDocument {
  /** 7400 for FBX 7.4. */
  readonly version: number;
  readonly nodes: readonly FbxNode[];
}

export const fbxBinaryMagic = "Kaydara FBX Binary  \0";
/** From this version on, offsets have 64 bits. */
const version64 = 7500;
const windowBytes = 64 * 1024;
const nodesMax = 2_000_000;
const depthMax = 64;
/** Longer texts are content, not names. */
const textBytesMax = 64 * 1024;
/** Deflate's maximum ratio is 1032; a higher declared one is false. */
const deflateRatioMax = 1040;

const elementBytes: Readonly<Record<string, number>> = { f: 4, d: 8, l: 8, i: 4, b: 1, c: 1 };

/**
 * Reads the records of a binary FBX. Lists of numbers and embedded files stay in the file, so that only the records
 * themselves take memory.
 * @param enters whether to read the contents of a record; others are skipped
 */
export async function readFbxRecords(
  source: ByteSource,
  enters: (path: readonly string[]) => boolean = () => true,
): Promise<FbxDocument> {
  const reader = new RecordReader(source, enters);
  return await reader.readDocument();
}

class RecordReader {
  readonly #source: ByteSource;
  readonly #enters: (path: readonly string[]) => boolean;
  #window: { readonly at: number; readonly bytes: Uint8Array; readonly view: DataView } = toWindow(0, new Uint8Array());
  #nodes = 0;
  #is64 = false;

  constructor(source: ByteSource, enters: (path: readonly string[]) => boolean) {
    this.#source = source;
    this.#enters = enters;
  }

  async readDocument(): Promise<FbxDocument> {
    const header = await this.#need(0, 27);
    const version = header.view.getUint32(header.at + 23, true);
    if (version < 7000 || version >= 9000) {
      throw new ScanProblem("scan-unsupported-feature", `FBX version ${version}`);
    }
    this.#is64 = version >= version64;
    const nodes: FbxNode[] = [];
    for (let at = 27; ; ) {
      const read = await this.#readNode(at, this.#source.sizeBytes, []);
      // The list ends with an empty record, followed by a footer without content.
      if (read.node === undefined) return { version, nodes };
      nodes.push(read.node);
      at = read.end;
    }
  }

  /** @returns no node for the empty record that ends a list */
  async #readNode(
    start: number,
    limit: number,
    path: readonly string[],
  ): Promise<{ readonly node: FbxNode | undefined; readonly end: number }> {
    const headBytes = this.#is64 ? 25 : 13;
    if (start + headBytes > this.#source.sizeBytes) throw new ScanProblem("scan-truncated", "FBX record");
    const { view, at } = await this.#need(start, headBytes);
    const number = (index: number) =>
      this.#is64 ? Number(view.getBigUint64(at + index * 8, true)) : view.getUint32(at + index * 4, true);
    const [end, valueCount, valueBytes, nameBytes] = [
      number(0),
      number(1),
      number(2),
      view.getUint8(at + headBytes - 1),
    ];
    if (end === 0) return { node: undefined, end: start + headBytes };
    if (end > this.#source.sizeBytes) throw new ScanProblem("scan-truncated", "an FBX record ends behind the file");
    const valuesAt = start + headBytes + nameBytes;
    if (end > limit || valuesAt + valueBytes > end || valueCount > valueBytes || path.length > depthMax) {
      throw new ScanProblem("scan-corrupt", "FBX record");
    }
    if (++this.#nodes > nodesMax) throw new ScanProblem("scan-too-large", `more than ${nodesMax} FBX records`);
    const name = await this.#text(start + headBytes, nameBytes);
    const inner = [...path, name];
    if (!this.#enters(inner)) return { node: { name, values: [], children: [] }, end };
    const values: FbxValue[] = [];
    let valueAt = valuesAt;
    for (let index = 0; index < valueCount; index++) {
      const { value, next } = await this.#readValue(valueAt, valuesAt + valueBytes);
      values.push(value);
      valueAt = next;
    }
    const children: FbxNode[] = [];
    for (let childAt = valuesAt + valueBytes; childAt + headBytes <= end; ) {
      const child = await this.#readNode(childAt, end, inner);
      if (child.node === undefined) break;
      children.push(child.node);
      childAt = child.end;
    }
    return { node: { name, values, children }, end };
  }

  async #readValue(start: number, limit: number): Promise<{ readonly value: FbxValue; readonly next: number }> {
    const { view, at } = await this.#need(start, Math.min(13, limit - start));
    const require = (bytes: number) => {
      if (start + 1 + bytes > limit) throw new ScanProblem("scan-corrupt", "FBX value");
      return start + 1 + bytes;
    };
    const type = String.fromCharCode(view.getUint8(at));
    switch (type) {
      case "Y": {
        const next = require(2);
        return { value: view.getInt16(at + 1, true), next };
      }
      case "C":
      case "B": {
        const next = require(1);
        return { value: view.getUint8(at + 1), next };
      }
      case "I": {
        const next = require(4);
        return { value: view.getInt32(at + 1, true), next };
      }
      case "F": {
        const next = require(4);
        return { value: view.getFloat32(at + 1, true), next };
      }
      case "D": {
        const next = require(8);
        return { value: view.getFloat64(at + 1, true), next };
      }
      case "L": {
        const next = require(8);
        return { value: view.getBigInt64(at + 1, true).toString(), next };
      }
      case "S":
      case "R": {
        require(4);
        const sizeBytes = view.getUint32(at + 1, true);
        const next = require(4 + sizeBytes);
        if (type === "S" && sizeBytes <= textBytesMax) {
          return { value: await this.#text(start + 5, sizeBytes), next };
        }
        return { value: { sizeBytes, read: () => this.#source.read(start + 5, sizeBytes) }, next };
      }
      default: {
        if (elementBytes[type] === undefined) {
          throw new ScanProblem("scan-corrupt", `FBX value of type ${JSON.stringify(type)}`);
        }
        require(12);
        const [length, encoding, storedBytes] = [1, 5, 9].map((offset) => view.getUint32(at + offset, true));
        const next = require(12 + storedBytes!);
        return { value: this.#array(type, length!, encoding!, start + 13, storedBytes!), next };
      }
    }
  }

  #array(type: string, length: number, encoding: number, at: number, storedBytes: number): FbxArray {
    const unpackedBytes = length * elementBytes[type]!;
    if (encoding > 1) throw new ScanProblem("scan-unsupported-feature", `FBX list encoding ${encoding}`);
    if (encoding === 0 ? unpackedBytes > storedBytes : unpackedBytes > storedBytes * deflateRatioMax) {
      throw new ScanProblem("scan-lying-count", `${length} numbers in ${storedBytes} bytes`);
    }
    return {
      length,
      read: async () => {
        const stored = await this.#source.read(at, storedBytes);
        return toNumbers(type, encoding === 0 ? stored : inflate(stored, unpackedBytes), length);
      },
    };
  }

  async #text(at: number, lengthBytes: number): Promise<string> {
    if (lengthBytes === 0) return "";
    const { bytes, at: from } = await this.#need(at, lengthBytes);
    return new TextDecoder().decode(bytes.subarray(from, from + lengthBytes));
  }

  /** The window over the file, moved if it does not contain these bytes. `at` is their offset in it. */
  async #need(start: number, lengthBytes: number) {
    const { at, bytes } = this.#window;
    if (start < at || start + lengthBytes > at + bytes.length) {
      this.#window = toWindow(start, await this.#source.read(start, Math.max(windowBytes, lengthBytes)));
      if (this.#window.bytes.length < lengthBytes) throw new ScanProblem("scan-truncated", "FBX");
    }
    return { bytes: this.#window.bytes, view: this.#window.view, at: start - this.#window.at };
  }
}

function toWindow(at: number, bytes: Uint8Array) {
  return { at, bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

function inflate(stored: Uint8Array, unpackedBytes: number): Uint8Array {
  let unpacked: Uint8Array;
  try {
    unpacked = unzlibSync(stored, { out: new Uint8Array(unpackedBytes) });
  } catch (error) {
    throw new ScanProblem("scan-corrupt", `FBX list: ${error instanceof Error ? error.message : "unreadable"}`);
  }
  if (unpacked.length < unpackedBytes) throw new ScanProblem("scan-lying-count", "an FBX list is shorter than it says");
  return unpacked;
}

function toNumbers(type: string, bytes: Uint8Array, length: number): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < length * elementBytes[type]!) throw new ScanProblem("scan-truncated", "FBX list");
  const numbers = new Float64Array(length);
  for (let index = 0; index < length; index++) {
    switch (type) {
      case "f":
        numbers[index] = view.getFloat32(index * 4, true);
        break;
      case "d":
        numbers[index] = view.getFloat64(index * 8, true);
        break;
      case "l":
        numbers[index] = Number(view.getBigInt64(index * 8, true));
        break;
      case "i":
        numbers[index] = view.getInt32(index * 4, true);
        break;
      default:
        numbers[index] = view.getUint8(index);
    }
  }
  return numbers;
}

export function findChild(node: FbxNode | undefined, name: string): FbxNode | undefined {
  return node?.children.find((child) => child.name === name);
}

export function isFbxArray(value: FbxValue | undefined): value is FbxArray {
  return typeof value === "object" && "length" in value;
}

export function isFbxBytes(value: FbxValue | undefined): value is FbxBytes {
  return typeof value === "object" && "sizeBytes" in value;
}

/** The value as text: text files may store ids and names as numbers. */
export function toText(value: FbxValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function toNumber(value: FbxValue | undefined, otherwise = 0): number {
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : otherwise;
}
