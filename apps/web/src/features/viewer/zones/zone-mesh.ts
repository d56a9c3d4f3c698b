import type { PublishedZone } from "@blueprint/contract/published-content";
import { ShapeUtils, Vector2 } from "three";

/** Red, green and blue from 0 to 1, in the renderer's colour space. */
export type Rgb = readonly [number, number, number];

/** The drawn part of a zone: rings of [x, z] and heights in metres. */
export type ViewerZone = Pick<PublishedZone, "id" | "type" | "colour"> & {
  /** Shown on the floor where zones are outlines. */
  readonly name?: string;
  readonly heights: readonly [bottom: number, top: number];
  readonly outer: readonly (readonly [x: number, z: number])[];
  readonly holes: readonly (readonly (readonly [x: number, z: number])[])[];
};

/** Geometry of all zones: one mesh and one set of lines, however many zones there are. */
export interface ZoneMesh {
  readonly positions: Float32Array;
  /** Four per vertex: red, green, blue, opacity. */
  readonly colours: Float32Array;
  readonly indices: Uint32Array;
  readonly linePositions: Float32Array;
  readonly lineColours: Float32Array;
}

// Slightly above the floor, to prevent z-fighting.
const liftMetres = 0.012;
const floorOpacity = 0.3;
const wallOpacity = 0.1;

interface ZoneShape {
  readonly positions: readonly number[];
  readonly opacities: readonly number[];
  readonly indices: readonly number[];
  readonly lines: readonly number[];
}

// Unchanged zones keep their identity, so their triangles are reused while another zone is dragged.
const shapes = new WeakMap<ViewerZone, ZoneShape>();

/** Builds floors, walls and edges of all zones. */
export function buildZoneMesh(zones: readonly ViewerZone[], toColour: (zone: ViewerZone) => Rgb): ZoneMesh {
  const drawn = zones.map((zone) => ({ zone, shape: findShape(zone) }));
  const vertexCount = drawn.reduce((sum, { shape }) => sum + shape.positions.length / 3, 0);
  const indexCount = drawn.reduce((sum, { shape }) => sum + shape.indices.length, 0);
  const lineCount = drawn.reduce((sum, { shape }) => sum + shape.lines.length, 0);
  const mesh: ZoneMesh = {
    positions: new Float32Array(vertexCount * 3),
    colours: new Float32Array(vertexCount * 4),
    indices: new Uint32Array(indexCount),
    linePositions: new Float32Array(lineCount),
    lineColours: new Float32Array(lineCount),
  };
  let [vertex, index, line] = [0, 0, 0];
  for (const { zone, shape } of drawn) {
    const colour = toColour(zone);
    mesh.positions.set(shape.positions, vertex * 3);
    shape.opacities.forEach((opacity, at) => {
      mesh.colours.set([...colour, opacity], (vertex + at) * 4);
    });
    for (const corner of shape.indices) {
      mesh.indices[index] = corner + vertex;
      index += 1;
    }
    mesh.linePositions.set(shape.lines, line);
    for (let at = 0; at < shape.lines.length; at += 3) mesh.lineColours.set(colour, line + at);
    line += shape.lines.length;
    vertex += shape.opacities.length;
  }
  return mesh;
}

function findShape(zone: ViewerZone): ZoneShape {
  const known = shapes.get(zone);
  if (known !== undefined) return known;
  const shape = buildShape(zone);
  shapes.set(zone, shape);
  return shape;
}

function buildShape({ outer, holes, heights: [bottom, top] }: ViewerZone): ZoneShape {
  const rings = [outer, ...holes];
  const positions: number[] = [];
  const opacities: number[] = [];
  const indices: number[] = [];
  const lines: number[] = [];
  const add = (x: number, y: number, z: number, opacity: number) => {
    positions.push(x, y, z);
    opacities.push(opacity);
    return opacities.length - 1;
  };
  for (const [x, z] of rings.flat()) add(x, bottom + liftMetres, z, floorOpacity);
  const toVectors = (ring: (typeof rings)[number]) => ring.map(([x, z]) => new Vector2(x, z));
  for (const triangle of ShapeUtils.triangulateShape(toVectors(outer), holes.map(toVectors))) indices.push(...triangle);
  for (const ring of rings) {
    ring.forEach(([x, z], at) => {
      const [nextX, nextZ] = ring[(at + 1) % ring.length]!;
      const corners = [
        add(x, bottom, z, wallOpacity),
        add(nextX, bottom, nextZ, wallOpacity),
        add(nextX, top, nextZ, wallOpacity / 4),
        add(x, top, z, wallOpacity / 4),
      ] as const;
      indices.push(corners[0], corners[1], corners[2], corners[0], corners[2], corners[3]);
      const low = bottom + liftMetres;
      lines.push(x, low, z, nextX, low, nextZ, x, top, z, nextX, top, nextZ, x, low, z, x, top, z);
    });
  }
  return { positions, opacities, indices, lines };
}
