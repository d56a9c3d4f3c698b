// Writes a point cloud in Potree's format (2.0, uncompressed, PotreeConverter's default), because no converter is
// available here. Like PotreeConverter, a node keeps one point per cell of a 128³ grid; the rest moves down. Only
// positions and colours are written, fewer bytes than PotreeConverter would write.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const scale = 0.001;
const gridCells = 128;
const leafPoints = 10_000;
const pointBytes = 18;
const nodeBytes = 22;

/** @param cloud `{ count, positions, rgb }`: three numbers a point each, metres and 0 to 255 */
export function writePotree(dir, { count, positions, rgb }) {
  mkdirSync(dir, { recursive: true });
  const { min, max } = findBounds(positions, count);
  const size = Math.max(...max.map((high, axis) => high - min[axis]));
  const root = buildNode(
    Uint32Array.from({ length: count }, (_, i) => i),
    min,
    size,
    positions,
  );
  const nodes = [root];
  for (let at = 0; at < nodes.length; at++) nodes.push(...nodes[at].children.filter((child) => child !== null));

  const points = Buffer.alloc(count * pointBytes);
  const hierarchy = Buffer.alloc(nodes.length * nodeBytes);
  let offset = 0;
  for (const [at, node] of nodes.entries()) {
    const start = offset;
    for (const i of node.kept) {
      for (let axis = 0; axis < 3; axis++) {
        points.writeInt32LE(Math.round((positions[i * 3 + axis] - min[axis]) / scale), offset + axis * 4);
        points.writeUInt16LE(rgb[i * 3 + axis] * 257, offset + 12 + axis * 2);
      }
      offset += pointBytes;
    }
    const mask = node.children.reduce((bits, child, index) => bits | (child === null ? 0 : 1 << index), 0);
    hierarchy.writeUInt8(mask === 0 ? 1 : 0, at * nodeBytes);
    hierarchy.writeUInt8(mask, at * nodeBytes + 1);
    hierarchy.writeUInt32LE(node.kept.length, at * nodeBytes + 2);
    hierarchy.writeBigInt64LE(BigInt(start), at * nodeBytes + 6);
    hierarchy.writeBigInt64LE(BigInt(offset - start), at * nodeBytes + 14);
  }
  const attribute = (name, type, elementSize, low, high) => ({
    name,
    description: "",
    size: elementSize * 3,
    numElements: 3,
    elementSize,
    type,
    min: low,
    max: high,
  });
  const metadata = {
    version: "2.0",
    name: "cloud",
    description: "",
    points: count,
    projection: "",
    hierarchy: { firstChunkSize: hierarchy.length, stepSize: 4, depth: depthOf(root) },
    offset: min,
    scale: [scale, scale, scale],
    spacing: size / gridCells,
    boundingBox: { min, max: min.map((low) => low + size) },
    encoding: "DEFAULT",
    attributes: [
      attribute("position", "int32", 4, min, max),
      attribute("rgb", "uint16", 2, [0, 0, 0], [65_535, 65_535, 65_535]),
    ],
  };
  writeFileSync(join(dir, "metadata.json"), JSON.stringify(metadata));
  writeFileSync(join(dir, "hierarchy.bin"), hierarchy);
  writeFileSync(join(dir, "octree.bin"), points);
}

function buildNode(indices, min, size, positions) {
  const none = Array.from({ length: 8 }, () => null);
  if (indices.length <= leafPoints) return { kept: indices, children: none };
  const taken = new Set();
  const kept = [];
  const rest = Array.from({ length: 8 }, () => []);
  const cellOf = (value, low, cells) => Math.min(cells - 1, Math.floor(((value - low) / size) * cells));
  for (const i of indices) {
    const place = [0, 1, 2].map((axis) => positions[i * 3 + axis]);
    const [x, y, z] = place.map((value, axis) => cellOf(value, min[axis], gridCells));
    const cell = (x * gridCells + y) * gridCells + z;
    if (!taken.has(cell)) {
      taken.add(cell);
      kept.push(i);
      continue;
    }
    const [ox, oy, oz] = place.map((value, axis) => cellOf(value, min[axis], 2));
    rest[ox * 4 + oy * 2 + oz].push(i);
  }
  const half = size / 2;
  const children = rest.map((inside, index) => {
    if (inside.length === 0) return null;
    const corner = [index >> 2, (index >> 1) & 1, index & 1].map((side, axis) => min[axis] + side * half);
    return buildNode(inside, corner, half, positions);
  });
  return { kept, children };
}

function depthOf({ children }) {
  return 1 + Math.max(0, ...children.map((child) => (child === null ? 0 : depthOf(child))));
}

function findBounds(positions, count) {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < count * 3; at++) {
    min[at % 3] = Math.min(min[at % 3], positions[at]);
    max[at % 3] = Math.max(max[at % 3], positions[at]);
  }
  return { min, max };
}
