import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Document } from "@gltf-transform/core";
import type { ByteSource } from "../byte-source.ts";
import type { ConversionJob } from "../conversion.ts";
import { GrowableArray } from "../growable-array.ts";
import { type PlyElement, type PlyHeader, plyScalarBytes, readPlyHeader, requirePlyCountsFit } from "../ply-header.ts";
import { readPlyScalar } from "../ply-scalar.ts";
import { ScanProblem } from "../scan-problem.ts";
import { requireMeshFits } from "./memory-estimate.ts";
import { type MeshScene, toLinear } from "./mesh-scene.ts";
import { requirePlyMesh } from "./probe-ply-mesh.ts";
import { readTextLines } from "./read-text-lines.ts";

const listLengthMax = 100_000_000;

/** Called with one record: scalars by property name, and lists by property name. */
type OnRecord = (element: PlyElement, index: number, scalars: Float64Array, lists: Map<string, number[]>) => void;

/** Reads text and binary PLY meshes: polygons and strips, colours, normals, texture coordinates. @throws ScanProblem */
export async function readPlyMesh(job: ConversionJob, source: ByteSource): Promise<MeshScene> {
  const header = await readPlyHeader(source);
  const { vertex, faces } = requirePlyMesh(header);
  requirePlyCountsFit(header, source.sizeBytes);
  const triangleEstimate = faces.name === "face" ? faces.count * 2 : vertex.count * 2;
  requireMeshFits(
    { sizeBytes: source.sizeBytes, vertices: vertex.count, triangles: triangleEstimate },
    job.memoryBytesMax,
  );
  const columnOf = (...names: string[]) => vertex.properties.findIndex((property) => names.includes(property.name));
  const [x, y, z] = [columnOf("x"), columnOf("y"), columnOf("z")];
  const [nx, ny, nz] = [columnOf("nx"), columnOf("ny"), columnOf("nz")];
  const [red, green, blue] = ["red", "green", "blue"].map((name) => columnOf(name, `diffuse_${name}`)) as [
    number,
    number,
    number,
  ];
  const positions = new Float64Array(vertex.count * 3);
  const normals = nx >= 0 && ny >= 0 && nz >= 0 ? new Float32Array(vertex.count * 3) : undefined;
  const colours = red >= 0 && green >= 0 && blue >= 0 ? new Float32Array(vertex.count * 4) : undefined;
  // Colours are bytes in nearly every file; where they are floats they run from 0 to 1.
  const colourType = vertex.properties[red]?.type;
  const toByte = colourType === "float32" || colourType === "float64" ? 255 : colourType === "uint16" ? 255 / 65535 : 1;
  const indices = new GrowableArray((length) => new Uint32Array(length));

  await readRecords(job, header, (element, index, scalars, lists) => {
    if (element === vertex) {
      positions.set([scalars[x]!, scalars[y]!, scalars[z]!], index * 3);
      normals?.set([scalars[nx]!, scalars[ny]!, scalars[nz]!], index * 3);
      colours?.set(
        [toLinear(scalars[red]! * toByte), toLinear(scalars[green]! * toByte), toLinear(scalars[blue]! * toByte), 1],
        index * 4,
      );
    } else if (element === faces) {
      const corners = lists.get("vertex_indices") ?? lists.get("vertex_index") ?? [];
      const add = (...triangle: [number, number, number]) => {
        for (const corner of triangle) {
          if (!(corner >= 0 && corner < vertex.count))
            throw new ScanProblem("scan-corrupt", `PLY names vertex ${corner}`);
          indices.push(corner);
        }
      };
      if (faces.name === "face") {
        for (let corner = 2; corner < corners.length; corner++)
          add(corners[0]!, corners[corner - 1]!, corners[corner]!);
      } else addStrips(corners, add);
    }
  });
  if (indices.length === 0) throw new ScanProblem("scan-empty-geometry");

  const document = new Document();
  const material = document.createMaterial("surface").setMetallicFactor(0).setRoughnessFactor(1).setDoubleSided(true);
  const scene: MeshScene = {
    document,
    parts: [{ material, positions, indices: indices.toArray(), normals, uvSets: new Map(), colours }],
    usualUpAxis: "z",
    unit: "unknown",
    warnings: new Set(["scan-units-unknown"]),
  };
  if (colours === undefined) scene.warnings.add("scan-no-colour");
  return scene;
}

/** Strips share two corners from triangle to triangle; −1 begins a new strip. */
function addStrips(corners: readonly number[], add: (a: number, b: number, c: number) => void): void {
  let start = 0;
  for (let at = 0; at < corners.length; at++) {
    if (corners[at] === -1) start = at + 1;
    else if (at - start >= 2) {
      const isOdd = (at - start) % 2 === 1;
      if (isOdd) add(corners[at - 1]!, corners[at - 2]!, corners[at]!);
      else add(corners[at - 2]!, corners[at - 1]!, corners[at]!);
    }
  }
}

async function readRecords(job: ConversionJob, header: PlyHeader, onRecord: OnRecord): Promise<void> {
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
          // Awaiting each value would take minutes; the buffer is refilled only when it runs out.
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
