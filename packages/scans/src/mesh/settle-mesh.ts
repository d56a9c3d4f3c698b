import type { ScanWarningCode } from "@blueprint/contract/scan-problems";
import type { Bounds, UpAxis } from "@blueprint/contract/scan-report";
import type { Material } from "@gltf-transform/core";
import { ScanProblem } from "../scan-problem.ts";
import { createBoundsBuilder } from "./bounds-builder.ts";
import { addCreasedNormals } from "./creased-normals.ts";
import { boundsWarnings, localCoordinateMax } from "./geometry-limits.ts";
import { guessUpAxis } from "./guess-up-axis.ts";
import { type MaterialVariants, usedUvSets } from "./material-variants.ts";
import type { MeshPart, MeshScene } from "./mesh-scene.ts";

/** All geometry of one material: metres, y up, relative to the local origin, only sound faces. */
export interface MeshGroup {
  readonly material: Material;
  readonly isUnlit: boolean;
  readonly positions: Float32Array;
  /** Absent: the vertices are points. */
  readonly indices?: Uint32Array | undefined;
  readonly normals?: Float32Array | undefined;
  readonly uvSets: ReadonlyMap<number, Float32Array>;
  /** Linear RGBA. */
  readonly colours?: Float32Array | undefined;
}

export interface SettledMesh {
  readonly groups: readonly MeshGroup[];
  readonly bounds: Bounds;
  readonly upAxis: UpAxis;
  readonly localOrigin: [number, number, number];
}

interface OpenGroup {
  readonly material: Material;
  readonly isUnlit: boolean;
  readonly parts: MeshPart[];
}

/**
 * Brings geometry of any source into the delivered frame, leaves out what cannot be drawn, and gathers it by material.
 * Adds to the scene's warnings.
 * @throws ScanProblem `scan-empty-geometry`, `scan-invalid-geometry`
 */
export async function settleMesh(
  scene: MeshScene,
  variants: MaterialVariants,
  onFraction: (fraction: number) => void,
): Promise<SettledMesh> {
  const sourceBounds = measure(scene);
  const upAxis = scene.upAxis ?? guessUpAxis(scene.parts, sourceBounds) ?? scene.usualUpAxis;
  const localOrigin = [0, 1, 2].map((axis) => {
    const [min, max] = [sourceBounds.min[axis]!, sourceBounds.max[axis]!];
    return Math.max(Math.abs(min), Math.abs(max)) > localCoordinateMax ? Math.round((min + max) / 2) : 0;
  }) as [number, number, number];
  for (const warning of boundsWarnings(sourceBounds)) scene.warnings.add(warning);

  const open = new Map<string, OpenGroup>();
  const keyOf = new Map<Material, number>();
  for (const part of scene.parts) {
    const variant = variants.choose(part);
    if (!keyOf.has(variant.material)) keyOf.set(variant.material, keyOf.size);
    const layout = [
      keyOf.get(variant.material),
      part.indices === undefined ? "points" : "triangles",
      variant.isUnlit || part.normals === undefined ? "" : "normals",
      part.colours === undefined ? "" : "colours",
      [...usedUvSets(variant.material, part)].join(),
    ].join(" ");
    const group = open.get(layout);
    if (group === undefined) open.set(layout, { ...variant, parts: [part] });
    else group.parts.push(part);
  }

  const groups: MeshGroup[] = [];
  const bounds = createBoundsBuilder();
  let done = 0;
  for (const openGroup of open.values()) {
    const group = gather(openGroup, localOrigin, upAxis, scene.warnings);
    onFraction(++done / open.size);
    if (group.positions.length === 0 || group.indices?.length === 0) continue;
    for (let at = 0; at < group.positions.length; at += 3) {
      bounds.add(group.positions[at]!, group.positions[at + 1]!, group.positions[at + 2]!);
    }
    const needsNormals = !group.isUnlit && group.normals === undefined && group.indices !== undefined;
    groups.push(needsNormals ? { ...group, ...(await addCreasedNormals(group.positions, group.indices!)) } : group);
  }
  const settledBounds = bounds.toBounds();
  if (settledBounds === undefined) throw new ScanProblem("scan-empty-geometry", "no face has an area");
  return { groups, bounds: settledBounds, upAxis, localOrigin };
}

function measure(scene: MeshScene): Bounds {
  const builder = createBoundsBuilder();
  for (const { positions, indices } of scene.parts) {
    const count = indices?.length ?? positions.length / 3;
    for (let at = 0; at < count; at++) {
      const vertex = (indices === undefined ? at : indices[at]!) * 3;
      builder.add(positions[vertex]!, positions[vertex + 1]!, positions[vertex + 2]!);
    }
  }
  const bounds = builder.toBounds();
  if (bounds === undefined) {
    throw new ScanProblem(builder.invalidCount > 0 ? "scan-invalid-geometry" : "scan-empty-geometry");
  }
  if (builder.invalidCount > 0) scene.warnings.add("scan-invalid-points-skipped");
  return bounds;
}

function gather(
  { material, isUnlit, parts }: OpenGroup,
  origin: readonly number[],
  upAxis: UpAxis,
  warnings: Set<ScanWarningCode>,
): MeshGroup {
  const first = parts[0]!;
  const vertexTotal = parts.reduce((sum, part) => sum + part.positions.length / 3, 0);
  const cornerTotal = parts.reduce((sum, part) => sum + (part.indices?.length ?? 0), 0);
  const positions = new Float32Array(vertexTotal * 3);
  const normals = isUnlit || first.normals === undefined ? undefined : new Float32Array(vertexTotal * 3);
  const colours = first.colours === undefined ? undefined : new Float32Array(vertexTotal * 4);
  const uvSets = new Map([...usedUvSets(material, first)].map((set) => [set, new Float32Array(vertexTotal * 2)]));
  const indices = first.indices === undefined ? undefined : new Uint32Array(cornerTotal);
  const isZUp = upAxis === "z";
  let vertices = 0;
  let corners = 0;

  for (const part of parts) {
    const moved = new Int32Array(part.positions.length / 3).fill(-1);
    const isSound = (vertex: number) =>
      Number.isFinite(part.positions[vertex * 3]! + part.positions[vertex * 3 + 1]! + part.positions[vertex * 3 + 2]!);
    const take = (vertex: number): number => {
      if (moved[vertex]! >= 0) return moved[vertex]!;
      const x = part.positions[vertex * 3]! - origin[0]!;
      const y = part.positions[vertex * 3 + 1]! - origin[1]!;
      const z = part.positions[vertex * 3 + 2]! - origin[2]!;
      const to = vertices * 3;
      positions[to] = x;
      positions[to + 1] = isZUp ? z : y;
      positions[to + 2] = isZUp ? -y : z;
      if (normals !== undefined && part.normals !== undefined) {
        const [nx, ny, nz] = [part.normals[vertex * 3]!, part.normals[vertex * 3 + 1]!, part.normals[vertex * 3 + 2]!];
        const length = Math.hypot(nx, ny, nz);
        const isUnit = length > 0 && Number.isFinite(length);
        normals[to] = isUnit ? nx / length : 0;
        normals[to + 1] = isUnit ? (isZUp ? nz : ny) / length : 1;
        normals[to + 2] = isUnit ? (isZUp ? -ny : nz) / length : 0;
      }
      if (colours !== undefined && part.colours !== undefined) {
        for (let channel = 0; channel < 4; channel++) {
          colours[vertices * 4 + channel] = part.colours[vertex * 4 + channel]!;
        }
      }
      for (const [set, uvs] of uvSets) {
        uvs[vertices * 2] = part.uvSets.get(set)?.[vertex * 2] ?? 0;
        uvs[vertices * 2 + 1] = part.uvSets.get(set)?.[vertex * 2 + 1] ?? 0;
      }
      moved[vertex] = vertices;
      return vertices++;
    };

    if (indices === undefined || part.indices === undefined) {
      for (let vertex = 0; vertex < moved.length; vertex++) if (isSound(vertex)) take(vertex);
      continue;
    }
    for (let at = 0; at + 2 < part.indices.length; at += 3) {
      const [a, b, c] = [part.indices[at]!, part.indices[at + 1]!, part.indices[at + 2]!];
      if (!isSound(a) || !isSound(b) || !isSound(c)) {
        warnings.add("scan-invalid-points-skipped");
        continue;
      }
      if (hasNoArea(part.positions, a, b, c)) {
        warnings.add("scan-degenerate-faces-skipped");
        continue;
      }
      indices[corners] = take(a);
      indices[corners + 1] = take(b);
      indices[corners + 2] = take(c);
      corners += 3;
    }
  }
  return {
    material,
    isUnlit,
    positions: positions.slice(0, vertices * 3),
    indices: indices?.slice(0, corners),
    normals: normals?.slice(0, vertices * 3),
    colours: colours?.slice(0, vertices * 4),
    uvSets: new Map([...uvSets].map(([set, uvs]) => [set, uvs.slice(0, vertices * 2)])),
  };
}

function hasNoArea(positions: Float32Array | Float64Array, a: number, b: number, c: number): boolean {
  if (a === b || b === c || a === c) return true;
  const ux = positions[b * 3]! - positions[a * 3]!;
  const uy = positions[b * 3 + 1]! - positions[a * 3 + 1]!;
  const uz = positions[b * 3 + 2]! - positions[a * 3 + 2]!;
  const vx = positions[c * 3]! - positions[a * 3]!;
  const vy = positions[c * 3 + 1]! - positions[a * 3 + 1]!;
  const vz = positions[c * 3 + 2]! - positions[a * 3 + 2]!;
  return uy * vz - uz * vy === 0 && uz * vx - ux * vz === 0 && ux * vy - uy * vx === 0;
}
