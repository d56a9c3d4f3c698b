import { BufferAttribute, BufferGeometry, DoubleSide, Ray, Vector3 } from "three";
import { MeshBVH } from "three-mesh-bvh";
import { listPanels } from "./building.ts";
import { meanColours } from "./paint.ts";
import { cross, normalise, type Surface, type Vector } from "./surface.ts";

const gatherRays = 144;
const bounces = 3;
const panelSamples = [
  [0.17, 0.25],
  [0.5, 0.25],
  [0.83, 0.25],
  [0.17, 0.75],
  [0.5, 0.75],
  [0.83, 0.75],
] as const;
const panelRadiance: Vector = [10.5, 9.9, 8.9];
/** Late in the afternoon, from the south-west. */
const toSun = normalise([-0.62, 0.56, 0.5]);
const sunlight: Vector = [10, 8.2, 5.6];
const sunSamples = 14;

/** Light as the scanner's camera would have seen it: one colour per vertex, linear, 0–1. */
export function bakeLight(surface: Surface): Float32Array {
  const count = surface.vertexCount;
  const isOutside = surface.looks.map(({ material }) => material === "outside");
  // Windows let everything through: rays that leave the house meet the sky.
  const triangles: number[] = [];
  for (let index = 0; index < surface.indices.length; index += 3) {
    const corners = surface.indices.slice(index, index + 3);
    if (!isOutside[corners[0]!]) triangles.push(...corners);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(surface.positions), 3));
  geometry.setIndex(triangles);
  const tree = new MeshBVH(geometry, { indirect: true });
  const caster = new Caster(tree);

  const direct = new Float32Array(count * 3);
  const hits = new Int32Array(count * gatherRays);
  const sky = new Float32Array(count * 3);
  for (let vertex = 0; vertex < count; vertex++) {
    const normal = at(surface.normals, vertex);
    const from = at(surface.samples, vertex);
    add(direct, vertex, panelLight(caster, from, normal));
    add(direct, vertex, sunLight(caster, from, normal));
    const [side, across] = toBasis(normal);
    for (let ray = 0; ray < gatherRays; ray++) {
      const [a, b, up] = hemisphere[ray]!;
      const direction: Vector = [
        side[0] * a + across[0] * b + normal[0] * up,
        side[1] * a + across[1] * b + normal[1] * up,
        side[2] * a + across[2] * b + normal[2] * up,
      ];
      const face = caster.cast(from, direction, Number.POSITIVE_INFINITY);
      hits[vertex * gatherRays + ray] = face;
      if (face === -1) add(sky, vertex, skyLight(direction), 1 / gatherRays);
    }
  }

  const reflected = surface.looks.map(({ material, tint }) => {
    const mean = meanColours[material];
    return [mean[0] * tint[0], mean[1] * tint[1], mean[2] * tint[2]] as const;
  });
  let light = sum(direct, sky);
  for (let bounce = 0; bounce < bounces; bounce++) {
    const next = sum(direct, sky);
    for (let vertex = 0; vertex < count; vertex++) {
      for (let ray = 0; ray < gatherRays; ray++) {
        const face = hits[vertex * gatherRays + ray]!;
        if (face === -1) continue;
        const corners = [triangles[face * 3]!, triangles[face * 3 + 1]!, triangles[face * 3 + 2]!];
        const colour = reflected[corners[0]!]!;
        for (let channel = 0; channel < 3; channel++) {
          let arriving = 0;
          for (const corner of corners) arriving += light[corner * 3 + channel]!;
          next[vertex * 3 + channel]! += (arriving / 3) * (colour[channel]! / gatherRays);
        }
      }
    }
    light = next;
  }
  smooth(surface, light);
  return expose(surface, light);
}

class Caster {
  readonly #tree: MeshBVH;
  readonly #ray = new Ray(new Vector3(), new Vector3());

  constructor(tree: MeshBVH) {
    this.#tree = tree;
  }

  /** The face that is met first within `far` metres, or -1. */
  cast(from: Vector, direction: Vector, far: number): number {
    this.#ray.origin.set(...from);
    this.#ray.direction.set(...direction);
    return this.#tree.raycastFirst(this.#ray, DoubleSide, 0, far)?.faceIndex ?? -1;
  }
}

/** Directions over the half sphere, as many as the cosine law wants in each. */
const hemisphere = Array.from({ length: gatherRays }, (_, index): Vector => {
  const radius = Math.sqrt((index + 0.5) / gatherRays);
  const angle = index * Math.PI * (3 - Math.sqrt(5));
  return [radius * Math.cos(angle), radius * Math.sin(angle), Math.sqrt(Math.max(0, 1 - radius * radius))];
});

function toBasis(normal: Vector): [Vector, Vector] {
  const side = normalise(cross(normal, Math.abs(normal[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0]));
  return [side, cross(side, normal)];
}

function skyLight(direction: Vector): Vector {
  if (direction[1] < 0) return [1.5, 1.6, 1.2];
  const height = Math.min(1, direction[1] * 1.4);
  return [4.6 - height * 0.6, 5 - height * 0.2, 5.5 + height * 0.3];
}

function panelLight(caster: Caster, from: Vector, normal: Vector): Vector {
  let total = 0;
  for (const { corner, width, depth } of listPanels()) {
    for (const [a, b] of panelSamples) {
      const way: Vector = [corner[0] + width * a - from[0], corner[1] - from[1], corner[2] + depth * b - from[2]];
      const distance = Math.hypot(...way);
      if (distance > 11 || distance < 0.05) continue;
      const direction = normalise(way);
      const facing = direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2];
      if (facing <= 0 || direction[1] <= 0) continue;
      if (caster.cast(from, direction, distance - 0.02) !== -1) continue;
      total += (facing * direction[1] * width * depth) / (panelSamples.length * Math.PI * distance * distance);
    }
  }
  return [panelRadiance[0] * total, panelRadiance[1] * total, panelRadiance[2] * total];
}

function sunLight(caster: Caster, from: Vector, normal: Vector): Vector {
  const facing = toSun[0] * normal[0] + toSun[1] * normal[1] + toSun[2] * normal[2];
  if (facing <= 0) return [0, 0, 0];
  const [side, across] = toBasis(toSun);
  let seen = 0;
  for (let index = 0; index < sunSamples; index++) {
    const radius = Math.sqrt((index + 0.5) / sunSamples) * 0.035;
    const angle = index * 2.399_963;
    const [a, b] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    const direction = normalise([
      toSun[0] + side[0] * a + across[0] * b,
      toSun[1] + side[1] * a + across[1] * b,
      toSun[2] + side[2] * a + across[2] * b,
    ]);
    if (caster.cast(from, direction, Number.POSITIVE_INFINITY) === -1) seen++;
  }
  const share = (facing * seen) / sunSamples;
  return [sunlight[0] * share, sunlight[1] * share, sunlight[2] * share];
}

/** Takes the grain out of the samples: along a patch light changes slowly. */
function smooth(surface: Surface, light: Float32Array): void {
  for (const { first, columns, rows } of surface.grids) {
    if (columns < 3 || rows < 3) continue;
    const before = light.slice(first * 3, (first + columns * rows) * 3);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        for (let channel = 0; channel < 3; channel++) {
          let [total, weight] = [0, 0];
          for (let dy = -1; dy <= 1; dy++) {
            for (let dx = -1; dx <= 1; dx++) {
              const [x, y] = [column + dx, row + dy];
              if (x < 0 || y < 0 || x >= columns || y >= rows) continue;
              const share = (dx === 0 ? 2 : 1) * (dy === 0 ? 2 : 1);
              total += before[(y * columns + x) * 3 + channel]! * share;
              weight += share;
            }
          }
          light[(first + row * columns + column) * 3 + channel] = total / weight;
        }
      }
    }
  }
}

/** A camera's exposure and shoulder: bright walls stay below white, corners keep their colour. */
function expose(surface: Surface, light: Float32Array): Float32Array {
  const luminances = Array.from({ length: light.length / 3 }, (_, vertex) => light[vertex * 3 + 1]!).sort(
    (a, b) => a - b,
  );
  const middle = luminances[Math.floor(luminances.length * 0.6)] ?? 1;
  const gain = 1.5 / middle;
  // A camera set to these lamps: most of the warmth that floor and walls give the light is taken out again.
  const mean = [0, 1, 2].map((channel) =>
    light.reduce((sum, value, index) => (index % 3 === channel ? sum + value : sum), 0),
  );
  const balance = mean.map((value) => (mean[1]! / value) ** 0.6);
  const colours = new Float32Array(light.length);
  for (const [vertex, { tint, emission, material, isPolished }] of surface.looks.entries()) {
    const polish = isPolished === true ? toPolish(at(surface.normals, vertex)) : 1;
    for (let channel = 0; channel < 3; channel++) {
      const exposed = 1 - Math.exp(-light[vertex * 3 + channel]! * gain * balance[channel]! * polish);
      const isShining = emission !== undefined || material === "outside";
      colours[vertex * 3 + channel] = Math.min(1, tint[channel]! * (isShining ? 1 : exposed));
    }
  }
  return colours;
}

const brightest = normalise([-0.35, 0.8, -0.5]);

function toPolish(normal: Vector): number {
  const facing = Math.max(0, normal[0] * brightest[0] + normal[1] * brightest[1] + normal[2] * brightest[2]);
  return 0.5 + 0.6 * facing + 1.3 * facing ** 12;
}

function at(values: readonly number[], vertex: number): Vector {
  return [values[vertex * 3]!, values[vertex * 3 + 1]!, values[vertex * 3 + 2]!];
}

function add(values: Float32Array, vertex: number, colour: Vector, share = 1): void {
  for (let channel = 0; channel < 3; channel++) values[vertex * 3 + channel]! += colour[channel]! * share;
}

function sum(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, index) => value + b[index]!);
}
