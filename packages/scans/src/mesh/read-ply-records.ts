import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { ConversionJob } from "../conversion.ts";
import { type PlyElement, type PlyHeader, plyScalarBytes } from "../ply-header.ts";
import { readPlyScalar } from "../ply-scalar.ts";
import { ScanProblem } from "../scan-problem.ts";
import { readTextLines } from "./read-text-lines.ts";

const listLengthMax = 100_000_000;

/** Called with one record: scalars by property name, and lists by property name. */
type OnRecord = (element: PlyElement, index: number, scalars: Float64Array, lists: Map<string, number[]>) => void;

/** Reads all records of a PLY, text or binary, sequentially. @throws ScanProblem */
export async function readPlyRecords(job: ConversionJob, header: PlyHeader, onRecord: OnRecord): Promise<void> {
  if (header.encoding === "ascii") await readTextRecords(job, header, onRecord);
  else await readBinaryRecords(job, header, onRecord);
}

async function readTextRecords(job: ConversionJob, header: PlyHeader, onRecord: OnRecord): Promise<void> {
  const lines = readTextLines(createReadStream(job.inputPath, { start: header.dataOffset }));
  for (const element of header.elements) {
    const scalars = new Float64Array(element.properties.length);
    for (let index = 0; index < element.count; index++) {
      let line = await lines.next();
      while (line.done !== true && line.value.trim() === "") line = await lines.next();
      if (line.done === true) throw new ScanProblem("scan-truncated", `${element.name} ${index} of ${element.count}`);
      const words = line.value.trim().split(/\s+/);
      const lists = new Map<string, number[]>();
      let word = 0;
      for (const [column, property] of element.properties.entries()) {
        if (property.listCountType === undefined) scalars[column] = Number(words[word++]);
        else {
          const length = Number(words[word++]);
          if (!(length >= 0 && word + length <= words.length)) throw new ScanProblem("scan-corrupt", "PLY list length");
          lists.set(property.name, words.slice(word, word + length).map(Number));
          word += length;
        }
      }
      onRecord(element, index, scalars, lists);
    }
  }
}

async function readBinaryRecords(job: ConversionJob, header: PlyHeader, onRecord: OnRecord): Promise<void> {
  const isLittleEndian = header.encoding === "binary-little-endian";
  const handle = await open(job.inputPath, "r");
  const { size: sizeBytes } = await handle.stat();
  try {
    let bytes = new Uint8Array(4 * 1024 * 1024);
    let view = new DataView(bytes.buffer);
    let filled = 0;
    let at = 0;
    let fileAt = header.dataOffset;
    const need = async (count: number) => {
      if (at + count <= filled) return;
      if (count > bytes.length) {
        const larger = new Uint8Array(count * 2);
        larger.set(bytes.subarray(at, filled));
        bytes = larger;
        view = new DataView(bytes.buffer);
      } else bytes.copyWithin(0, at, filled);
      filled -= at;
      at = 0;
      while (filled < count) {
        const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, fileAt);
        if (bytesRead === 0) throw new ScanProblem("scan-truncated", "PLY records");
        filled += bytesRead;
        fileAt += bytesRead;
      }
    };
    for (const element of header.elements) {
      const scalars = new Float64Array(element.properties.length);
      const lists = new Map<string, number[]>();
      for (let index = 0; index < element.count; index++) {
        for (const [column, property] of element.properties.entries()) {
          const size = plyScalarBytes(property.listCountType ?? property.type);
          // Awaiting each value would take minutes, so await only when the buffer needs refilling.
          if (at + size > filled) await need(size);
          const value = readPlyScalar(view, at, property.listCountType ?? property.type, isLittleEndian);
          at += size;
          if (property.listCountType === undefined) {
            scalars[column] = value;
            continue;
          }
          const itemBytes = plyScalarBytes(property.type);
          if (!(value >= 0 && value <= listLengthMax)) throw new ScanProblem("scan-corrupt", "PLY list length");
          if (value * itemBytes > sizeBytes) throw new ScanProblem("scan-lying-count", "PLY list length");
          if (at + value * itemBytes > filled) await need(value * itemBytes);
          const list = new Array<number>(value);
          for (let item = 0; item < value; item++) {
            list[item] = readPlyScalar(view, at + item * itemBytes, property.type, isLittleEndian);
          }
          at += value * itemBytes;
          lists.set(property.name, list);
        }
        onRecord(element, index, scalars, lists);
      }
    }
  } finally {
    await handle.close();
  }
}
