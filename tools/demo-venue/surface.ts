export type Vector = readonly [number, number, number];

export const materials = ["oak", "terrazzo", "plaster", "plain", "pictures", "outside"] as const;
export type MaterialName = (typeof materials)[number];

/** What a patch is made of; colours are linear light, 0–1. */
export interface Look {
  readonly material: MaterialName;
  readonly tint: Vector;
  /** Repeats of the picture per metre; or the part of it that the patch shows whole. */
  readonly mapping:
    | number
    | { readonly u: number; readonly v: number; readonly width: number; readonly height: number };
  /** Light that the patch gives off itself; such a patch is drawn in its full tint. */
  readonly emission?: Vector;
  /** Polished: brighter where it faces the windows and the panels, darker where it turns away. */
  readonly isPolished?: boolean;
}

/** A rectangle out of which something was left, in the patch's own metres. */
export interface Hole {
  readonly u0: number;
  readonly u1: number;
  readonly v0: number;
  readonly v1: number;
}

/** Vertices that lie in one grid, for smoothing the light along it. */
export interface Grid {
  readonly first: number;
  readonly columns: number;
  readonly rows: number;
}

/** Everything modelled so far: one soup of triangles, light is baked into it before it is split by material. */
export class Surface {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  /** Where light is measured: a little inside the patch, so that no sample lies within a neighbour. */
  readonly samples: number[] = [];
  readonly uvs: number[] = [];
  readonly indices: number[] = [];
  /** One per vertex. */
  readonly looks: Look[] = [];
  readonly grids: Grid[] = [];

  get vertexCount(): number {
    return this.looks.length;
  }

  vertex(position: Vector, normal: Vector, sample: Vector, uv: readonly [number, number], look: Look): number {
    this.positions.push(...position);
    this.normals.push(...normal);
    this.samples.push(...sample);
    this.uvs.push(...uv);
    this.looks.push(look);
    return this.looks.length - 1;
  }

  /** A flat grid from a corner along two edges; its front is where `u × v` points. `cellM` 0 leaves it whole. */
  patch(corner: Vector, u: Vector, v: Vector, look: Look, cellM = 0, holes: readonly Hole[] = []): void {
    const [lengthU, lengthV] = [Math.hypot(...u), Math.hypot(...v)];
    const normal = normalise(cross(u, v));
    const linesU = toLines(
      lengthU,
      cellM,
      holes.flatMap(({ u0, u1 }) => [u0, u1]),
    );
    const linesV = toLines(
      lengthV,
      cellM,
      holes.flatMap(({ v0, v1 }) => [v0, v1]),
    );
    const inset = (at: number, length: number) => {
      const margin = Math.min(0.03, length * 0.2);
      return Math.min(length - margin, Math.max(margin, at));
    };
    const at = (a: number, b: number) =>
      [0, 1, 2].map((axis) => corner[axis]! + (u[axis]! * a) / lengthU + (v[axis]! * b) / lengthV);
    const first = this.vertexCount;
    const { mapping } = look;
    for (const b of linesV) {
      for (const a of linesU) {
        const sample = at(inset(a, lengthU), inset(b, lengthV)).map((value, axis) => value + normal[axis]! * 0.004);
        const uv: [number, number] =
          typeof mapping === "number"
            ? [a * mapping, b * mapping]
            : [mapping.u + (a / lengthU) * mapping.width, mapping.v + (1 - b / lengthV) * mapping.height];
        this.vertex(toVector(at(a, b)), normal, toVector(sample), uv, look);
      }
    }
    const columns = linesU.length;
    for (let row = 0; row < linesV.length - 1; row++) {
      for (let column = 0; column < columns - 1; column++) {
        const middleU = (linesU[column]! + linesU[column + 1]!) / 2;
        const middleV = (linesV[row]! + linesV[row + 1]!) / 2;
        if (holes.some(({ u0, u1, v0, v1 }) => u0 < middleU && middleU < u1 && v0 < middleV && middleV < v1)) continue;
        const one = first + row * columns + column;
        this.indices.push(one, one + 1, one + columns + 1, one, one + columns + 1, one + columns);
      }
    }
    if (cellM > 0) this.grids.push({ first, columns, rows: linesV.length });
  }

  /** A box standing on its least corner. `faces` leaves out what nobody can see. */
  box(min: Vector, size: Vector, look: Look, { cellM = 0, bottom = false } = {}): void {
    const [x, y, z] = min;
    const [w, h, d] = size;
    this.patch([x, y, z + d], [w, 0, 0], [0, h, 0], look, cellM);
    this.patch([x + w, y, z], [-w, 0, 0], [0, h, 0], look, cellM);
    this.patch([x + w, y, z + d], [0, 0, -d], [0, h, 0], look, cellM);
    this.patch([x, y, z], [0, 0, d], [0, h, 0], look, cellM);
    this.patch([x, y + h, z + d], [w, 0, 0], [0, 0, -d], look, cellM);
    if (bottom) this.patch([x, y, z], [w, 0, 0], [0, 0, d], look, cellM);
  }

  /** A turned body: its outline as [radius, height] pairs from below, around an upright axis. */
  turned(
    foot: Vector,
    outline: readonly (readonly [radius: number, height: number])[],
    sides: number,
    look: Look,
  ): void {
    const rings = outline.map(([radius, height], index) => {
      const [before, after] = [outline[Math.max(0, index - 1)]!, outline[Math.min(outline.length - 1, index + 1)]!];
      const [run, rise] = [after[0] - before[0], after[1] - before[1]];
      return Array.from({ length: sides + 1 }, (_, side) => {
        const angle = (side / sides) * Math.PI * 2;
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        const normal = normalise([cos * rise, -run, sin * rise]);
        const position: Vector = [foot[0] + cos * radius, foot[1] + height, foot[2] + sin * radius];
        const sample = position.map((value, axis) => value + normal[axis]! * 0.01);
        return this.vertex(position, normal, toVector(sample), [side / sides, height], look);
      });
    });
    this.#joinRings(rings);
  }

  /** A tube along a closed curve. */
  tube(curve: (part: number) => Vector, steps: number, radius: number, sides: number, look: Look): void {
    const rings = Array.from({ length: steps + 1 }, (_, step) => {
      const part = (step % steps) / steps;
      const centre = curve(part);
      const ahead = normalise(subtract(curve(part + 0.002), curve(part - 0.002)));
      const side = normalise(cross(ahead, [0.13, 1, 0.07]));
      const across = cross(side, ahead);
      return Array.from({ length: sides + 1 }, (_, index) => {
        const angle = (index / sides) * Math.PI * 2;
        const normal = toVector(
          [0, 1, 2].map((axis) => side[axis]! * Math.cos(angle) + across[axis]! * Math.sin(angle)),
        );
        const position = toVector(centre.map((value, axis) => value + normal[axis]! * radius));
        const sample = toVector(centre.map((value, axis) => value + normal[axis]! * (radius + 0.01)));
        return this.vertex(position, normal, sample, [step / steps, index / sides], look);
      });
    });
    this.#joinRings(rings);
  }

  /** Rings run around the outside, each one after the other; their order decides which side is the front. */
  #joinRings(rings: readonly (readonly number[])[]): void {
    for (const [index, ring] of rings.slice(0, -1).entries()) {
      const next = rings[index + 1]!;
      for (let side = 0; side < ring.length - 1; side++) {
        const [a, b, c, d] = [ring[side]!, ring[side + 1]!, next[side + 1]!, next[side]!];
        this.#triangle(a, c, b);
        this.#triangle(a, d, c);
      }
    }
  }

  /** Turned so that it faces where its vertices' normals point. */
  #triangle(a: number, b: number, c: number): void {
    const at = (vertex: number) => toVector(this.positions.slice(vertex * 3, vertex * 3 + 3));
    const facing = cross(subtract(at(b), at(a)), subtract(at(c), at(a)));
    if (Math.hypot(...facing) < 1e-12) return;
    const [x, y, z] = this.normals.slice(a * 3, a * 3 + 3) as [number, number, number];
    if (facing[0] * x + facing[1] * y + facing[2] * z >= 0) this.indices.push(a, b, c);
    else this.indices.push(a, c, b);
  }
}

/** Grid lines over a length: dense at the ends, where light changes most, and at every cut. */
function toLines(length: number, cellM: number, cuts: readonly number[]): number[] {
  const fixed = [...new Set([0, ...cuts.filter((cut) => cut > 0 && cut < length), length])].sort((a, b) => a - b);
  if (cellM === 0) return fixed;
  const lines: number[] = [];
  for (const [index, from] of fixed.slice(0, -1).entries()) {
    const to = fixed[index + 1]!;
    const span = to - from;
    const ends = span > cellM * 3 ? [from, from + cellM * 0.45, to - cellM * 0.45] : [from];
    lines.push(...ends.slice(0, 2));
    const [start, end] = ends.length === 3 ? [ends[1]!, ends[2]!] : [from, to];
    const cells = Math.max(1, Math.round((end - start) / cellM));
    for (let cell = 1; cell < cells; cell++) lines.push(start + ((end - start) * cell) / cells);
    if (ends.length === 3) lines.push(end);
  }
  return [...lines, length];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function normalise(vector: Vector): Vector {
  const length = Math.hypot(...vector) || 1;
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}

export function toVector(values: readonly number[]): Vector {
  return [values[0]!, values[1]!, values[2]!];
}
