// Ray casts into five million triangles: the viewer's own implementation, and stock three.js.
//   node bench/picks [--tiles=500] [--rays=4000]
import { parseArgs } from "node:util";
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  Ray,
  Raycaster,
  Vector3,
} from "three";
import { MeshBVH } from "three-mesh-bvh";
import { listTriangleParts } from "../../apps/web/src/features/viewer/loaders/collision-tree.ts";
import { TileCollision } from "../../apps/web/src/features/viewer/loaders/tile-collision.ts";

const { values } = parseArgs({
  options: { tiles: { type: "string", default: "500" }, rays: { type: "string", default: "4000" } },
});
const tileCount = Number(values.tiles);
const rayCount = Number(values.rays);
const plainRayCount = Math.min(rayCount, 200);

/** A tile of scanned ground, as uneven as real scans: about ten thousand triangles on eight metres. */
const side = 71;
const tileM = 8;
function buildTile(column, row) {
  const positions = new Float32Array((side + 1) ** 2 * 3);
  const index = new Uint32Array(side ** 2 * 6);
  for (let z = 0, at = 0; z <= side; z++) {
    for (let x = 0; x <= side; x++, at += 3) {
      const [worldX, worldZ] = [(column + x / side) * tileM, (row + z / side) * tileM];
      const shelf = Math.sin(worldX * 1.3) * Math.sin(worldZ * 0.9) > 0.6 ? 1.8 : 0;
      positions.set([worldX, shelf + 0.03 * Math.sin(worldX * 37.7 + worldZ * 23.1), worldZ], at);
    }
  }
  for (let z = 0, at = 0; z < side; z++) {
    for (let x = 0; x < side; x++, at += 6) {
      const a = z * (side + 1) + x;
      const b = a + side + 1;
      index.set([a, b, a + 1, a + 1, b, b + 1], at);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(index, 1));
  return new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
}

const scene = new Group();
const columns = Math.ceil(Math.sqrt(tileCount));
const root = { children: [] };
const collision = new TileCollision();
const mainThreadMs = [];
const buildMs = [];
for (let number = 0; number < tileCount; number++) {
  const mesh = buildTile(number % columns, Math.floor(number / columns));
  const place = new Group().add(mesh);
  scene.add(place);
  scene.updateMatrixWorld(true);
  const tile = { children: [] };
  root.children.push(tile);
  const began = performance.now();
  await collision.add(tile, place);
  buildMs.push(performance.now() - began);
  mainThreadMs.push(measureMainThread(place));
}

/** The main thread's share in a browser: sending the triangles to the worker, and receiving its tree. */
function measureMainThread(place) {
  const sendBegan = performance.now();
  structuredClone(listTriangleParts(place));
  const sentMs = performance.now() - sendBegan;
  const { geometry } = place.children[0];
  const bare = new BufferGeometry();
  bare.setAttribute("position", geometry.getAttribute("position").clone());
  bare.setIndex(geometry.getIndex().clone());
  const tree = MeshBVH.serialize(new MeshBVH(bare));
  const takeBegan = performance.now();
  MeshBVH.deserialize(tree, bare, { setIndex: false });
  return sentMs + performance.now() - takeBegan;
}

let seed = 1;
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
};
/** From eye height and from above, in every viewing direction. */
const rays = Array.from({ length: rayCount }, (_, number) => {
  const origin = new Vector3(random(), 0, random()).multiplyScalar(columns * tileM);
  origin.y = number % 2 === 0 ? 1.6 : 20 + random() * 60;
  const heading = random() * Math.PI * 2;
  const pitch = number % 2 === 0 ? (random() - 0.7) * 0.8 : -0.2 - random();
  const direction = new Vector3(
    Math.cos(heading) * Math.cos(pitch),
    Math.sin(pitch),
    Math.sin(heading) * Math.cos(pitch),
  );
  return new Ray(origin, direction);
});

function time(count, cast) {
  const times = [];
  let met = 0;
  for (const ray of rays.slice(0, count)) {
    const began = performance.now();
    if (cast(ray)) met++;
    times.push(performance.now() - began);
  }
  return { times, met };
}

const far = 10_000;
const ours = time(rayCount, (ray) => collision.raycast(root, ray, { far, spread: 0, surfaces: "seen" }) !== null);
const same = time(plainRayCount, (ray) => collision.raycast(root, ray, { far, spread: 0, surfaces: "seen" }) !== null);
const plain = time(
  plainRayCount,
  (ray) => new Raycaster(ray.origin, ray.direction, 0, far).intersectObject(scene, true).length > 0,
);
if (same.met !== plain.met) throw new Error(`The ways disagree: ${same.met} rays met, three.js says ${plain.met}.`);

const at = (times, share) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];
const line = (name, times) =>
  console.log(
    `${name.padEnd(34)} median ${at(times, 0.5).toFixed(3)} ms   p99 ${at(times, 0.99).toFixed(3)} ms   max ${Math.max(...times).toFixed(3)} ms   (${times.length})`,
  );
const triangles = tileCount * side ** 2 * 2;
console.log(
  `${triangles.toLocaleString("en")} triangles in ${tileCount} tiles; ${ours.met} of ${rayCount} rays met them\n`,
);
line("a pick, this viewer", ours.times);
line("a pick, three.js alone", plain.times);
line("a tile's tree, in the worker", buildMs);
line("a tile's tree, drawing thread", mainThreadMs);
