import type { Hole, Look, Surface, Vector } from "./surface.ts";

/** Metres. x runs east, z south, y up; the ground plan is the one drawn on the home page. */
export const building = { width: 18.4, depth: 12.6, height: 3.8 } as const;

const linear = (r: number, g: number, b: number): Vector => [(r / 255) ** 2.2, (g / 255) ** 2.2, (b / 255) ** 2.2];
const plaster = (tint: Vector): Look => ({ material: "plaster", tint, mapping: 0.5 });
const white = linear(243, 239, 230);
const blue = linear(78, 104, 138);
const sage = linear(170, 180, 158);
const clay = linear(206, 160, 130);
const grey = linear(196, 196, 192);
const oak: Look = { material: "oak", tint: [1, 1, 1], mapping: 0.42 };
const terrazzo: Look = { material: "terrazzo", tint: [1, 1, 1], mapping: 0.7 };
const frame: Look = { material: "plain", tint: linear(62, 66, 74), mapping: 1 };
const skirting: Look = { material: "plain", tint: linear(232, 228, 218), mapping: 1 };
const cut: Look = { material: "plain", tint: linear(38, 48, 74), mapping: 1, emission: [0, 0, 0] };

type Side = "north" | "south" | "west" | "east";

interface Room {
  readonly x0: number;
  readonly x1: number;
  readonly z0: number;
  readonly z1: number;
  readonly floor: Look;
  readonly walls: Record<Side, Vector>;
  /** Luminous panels under the ceiling, by their middle. */
  readonly panels: readonly {
    readonly x: number;
    readonly z: number;
    readonly width: number;
    readonly depth: number;
  }[];
}

const same = (tint: Vector): Record<Side, Vector> => ({ north: tint, south: tint, west: tint, east: tint });

export const rooms = {
  room1: {
    x0: 0.2,
    x1: 6.09,
    z0: 0.2,
    z1: 7.29,
    floor: oak,
    walls: { ...same(white), south: blue },
    panels: [
      { x: 3.15, z: 2.2, width: 2.6, depth: 0.9 },
      { x: 3.15, z: 5.3, width: 2.6, depth: 0.9 },
    ],
  },
  shop: {
    x0: 0.2,
    x1: 6.09,
    z0: 7.51,
    z1: 12.4,
    floor: oak,
    walls: same(white),
    panels: [{ x: 3.2, z: 9.8, width: 2.6, depth: 0.7 }],
  },
  room2: {
    x0: 6.31,
    x1: 12.89,
    z0: 0.2,
    z1: 5.09,
    floor: oak,
    walls: { ...same(white), west: sage, east: sage, south: sage },
    panels: [{ x: 9.6, z: 2.9, width: 3.6, depth: 0.9 }],
  },
  hall: {
    x0: 6.31,
    x1: 12.89,
    z0: 5.31,
    z1: 12.4,
    floor: terrazzo,
    walls: same(white),
    panels: [
      { x: 9.6, z: 7.2, width: 0.9, depth: 2.2 },
      { x: 9.6, z: 10.4, width: 0.9, depth: 2.2 },
    ],
  },
  store: {
    x0: 13.11,
    x1: 18.2,
    z0: 0.2,
    z1: 6.09,
    floor: { ...terrazzo, tint: [0.75, 0.75, 0.76] },
    walls: same(grey),
    panels: [{ x: 15.6, z: 3.2, width: 1.8, depth: 0.5 }],
  },
  cafe: {
    x0: 13.11,
    x1: 18.2,
    z0: 6.31,
    z1: 12.4,
    floor: oak,
    walls: { ...same(white), north: clay },
    panels: [{ x: 15.6, z: 9.6, width: 2.2, depth: 0.8 }],
  },
} as const satisfies Record<string, Room>;

interface Opening {
  /** Runs along x at a z, or along z at an x: the middle of the wall. */
  readonly along: "x" | "z";
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly bottom: number;
  readonly top: number;
  readonly thickness: number;
  readonly kind: "door" | "window" | "entrance";
}

const doorTop = 2.25;
const passageTop = 2.6;
const window = { bottom: 0.55, top: 3.1, thickness: 0.4, kind: "window" } as const;
const inner = { bottom: 0, thickness: 0.22, kind: "door" } as const;

export const openings: readonly Opening[] = [
  { ...window, along: "x", at: 0, from: 1.6, to: 4.8 },
  { ...window, along: "x", at: 0, from: 7.4, to: 11.8 },
  { ...window, along: "x", at: building.depth, from: 1.4, to: 4.8 },
  { ...window, along: "x", at: building.depth, from: 14, to: 17.2 },
  { ...window, along: "z", at: 0, from: 2, to: 5.6 },
  { ...window, along: "z", at: building.width, from: 7.6, to: 11.4 },
  { along: "x", at: building.depth, from: 8, to: 10, bottom: 0, top: 2.6, thickness: 0.4, kind: "entrance" },
  { ...inner, along: "z", at: 6.2, from: 2.2, to: 3.6, top: passageTop },
  { ...inner, along: "z", at: 6.2, from: 5.7, to: 7, top: passageTop },
  { ...inner, along: "z", at: 6.2, from: 9.2, to: 11.2, top: passageTop },
  { ...inner, along: "x", at: 5.2, from: 8.6, to: 10.6, top: passageTop },
  { ...inner, along: "z", at: 13, from: 2.9, to: 3.9, top: doorTop },
  { ...inner, along: "z", at: 13, from: 8.2, to: 10.2, top: passageTop },
];

const wallCellM = 0.36;
const floorCellM = 0.17;
const ceilingCellM = 0.6;

/** The empty building: floors, walls with their openings, ceilings, windows, luminous panels. */
export function addBuilding(surface: Surface): void {
  for (const room of Object.values<Room>(rooms)) addRoom(surface, room);
  for (const opening of openings) addOpening(surface, opening);
  addCutWalls(surface);
}

function addRoom(surface: Surface, room: Room): void {
  const { x0, x1, z0, z1 } = room;
  const [w, d, h] = [x1 - x0, z1 - z0, building.height];
  surface.patch([x0, 0, z1], [w, 0, 0], [0, 0, -d], room.floor, floorCellM);
  surface.patch([x0, h, z0], [w, 0, 0], [0, 0, d], plaster(white), ceilingCellM);
  const faces: readonly { side: Side; corner: Vector; u: Vector }[] = [
    { side: "north", corner: [x0, 0, z0], u: [w, 0, 0] },
    { side: "south", corner: [x1, 0, z1], u: [-w, 0, 0] },
    { side: "west", corner: [x0, 0, z1], u: [0, 0, -d] },
    { side: "east", corner: [x1, 0, z0], u: [0, 0, d] },
  ];
  for (const { side, corner, u } of faces) {
    const isAlongX = side === "north" || side === "south";
    const at = isAlongX ? corner[2] : corner[0];
    const start = isAlongX ? corner[0] : corner[2];
    const direction = Math.sign(isAlongX ? u[0] : u[2]);
    const length = isAlongX ? w : d;
    const holes = openings
      .filter((opening) => opening.along === (isAlongX ? "x" : "z"))
      .filter((opening) => Math.abs(opening.at - at) < 0.25)
      .map(({ from, to, bottom, top }): Hole => {
        const [a, b] = [(from - start) * direction, (to - start) * direction];
        return { u0: Math.min(a, b), u1: Math.max(a, b), v0: bottom === 0 ? -1 : bottom, v1: top };
      })
      .filter(({ u0, u1 }) => u0 >= -0.01 && u1 <= length + 0.01);
    surface.patch(corner, u, [0, h, 0], plaster(room.walls[side]), wallCellM, holes);
    addSkirting(surface, { corner, u, length, holes });
  }
  for (const { x, z, width, depth } of room.panels) addPanel(surface, x, z, width, depth);
}

/** A strip along the foot of a wall, interrupted at doors. */
function addSkirting(
  surface: Surface,
  wall: { corner: Vector; u: Vector; length: number; holes: readonly Hole[] },
): void {
  const { corner, u, length, holes } = wall;
  const ends = holes.filter(({ v0 }) => v0 < 0).flatMap(({ u0, u1 }) => [u0, u1]);
  const stops = [0, ...ends.sort((a, b) => a - b), length];
  const [ux, uz] = [u[0] / length, u[2] / length];
  // The room lies where u × up points.
  const [nx, nz] = [-uz * 0.014, ux * 0.014];
  for (let index = 0; index < stops.length - 1; index += 2) {
    const [from, to] = [stops[index]!, stops[index + 1]!];
    if (to - from < 0.05) continue;
    const foot: Vector = [corner[0] + ux * from + nx, 0, corner[2] + uz * from + nz];
    const along: Vector = [ux * (to - from), 0, uz * (to - from)];
    surface.patch(foot, along, [0, 0.09, 0], skirting, 0.5);
    surface.patch([foot[0], 0.09, foot[2]], along, [-nx, 0, -nz], skirting, 0.5);
  }
}

function addPanel(surface: Surface, x: number, z: number, width: number, depth: number): void {
  const y = building.height - 0.1;
  const [x0, z0] = [x - width / 2, z - depth / 2];
  const light: Look = { material: "plain", tint: [1, 0.97, 0.92], mapping: 1, emission: [9, 8.5, 7.6] };
  surface.patch([x0, y, z0], [width, 0, 0], [0, 0, depth], light);
  // A pale rim: from above, where one looks through the ceiling, it must not hide the room.
  const [rim, low] = [0.05, y - 0.015];
  const [x1, z1, w, d] = [x0 + width, z0 + depth, width + rim * 2, depth + rim * 2];
  surface.patch([x0 - rim, low, z0 - rim], [w, 0, 0], [0, 0, rim], skirting);
  surface.patch([x0 - rim, low, z1], [w, 0, 0], [0, 0, rim], skirting);
  surface.patch([x0 - rim, low, z0], [rim, 0, 0], [0, 0, depth], skirting);
  surface.patch([x1, low, z0], [rim, 0, 0], [0, 0, depth], skirting);
  surface.patch([x0 - rim, low, z1 + rim], [w, 0, 0], [0, 0.115, 0], skirting);
  surface.patch([x1 + rim, low, z0 - rim], [-w, 0, 0], [0, 0.115, 0], skirting);
  surface.patch([x1 + rim, low, z1 + rim], [0, 0, -d], [0, 0.115, 0], skirting);
  surface.patch([x0 - rim, low, z0 - rim], [0, 0, d], [0, 0.115, 0], skirting);
}

/** The panels as sources of light, for the bake. */
export function listPanels(): { corner: Vector; width: number; depth: number }[] {
  return Object.values<Room>(rooms).flatMap((room) =>
    room.panels.map(({ x, z, width, depth }) => ({
      corner: [x - width / 2, building.height - 0.11, z - depth / 2] as const,
      width,
      depth,
    })),
  );
}

function addOpening(surface: Surface, { along, at, from, to, bottom, top, thickness, kind }: Opening): void {
  const half = thickness / 2;
  const height = top - bottom;
  // In the opening's own frame: a along the wall, c through it.
  const place = (a: number, y: number, c: number): Vector => (along === "x" ? [a, y, at + c] : [at + c, y, a]);
  const reveal = plaster(white);
  const turn = along === "x" ? 1 : -1;
  const side = (a: number, facing: 1 | -1) => {
    const through = facing * turn;
    surface.patch(
      place(a, bottom, through > 0 ? half : -half),
      subtract(place(a, bottom, through > 0 ? -half : half), place(a, bottom, through > 0 ? half : -half)),
      [0, height, 0],
      reveal,
      0.3,
    );
  };
  side(from, 1);
  side(to, -1);
  const level = (y: number, look: Look, isUp: boolean) => {
    const near = along === "x" ? half : -half;
    const [start, back] = isUp ? [near, -near] : [-near, near];
    surface.patch(
      place(from, y, start),
      subtract(place(to, y, start), place(from, y, start)),
      subtract(place(from, y, back), place(from, y, start)),
      look,
      0.3,
    );
  };
  level(top, reveal, false);
  level(bottom, kind === "window" ? skirting : kind === "entrance" ? terrazzo : oak, true);
  if (kind === "door") return;
  addGlazing(surface, { along, at, from, to, bottom, top, thickness, kind });
}

const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

/** What is seen through a window, and the bars before it. Only from inside: from outside one looks into the rooms. */
function addGlazing(surface: Surface, opening: Opening): void {
  const { along, at, from, to, bottom, top, kind } = opening;
  const isFar = at > 1;
  const outward = isFar ? 1 : -1;
  const width = to - from;
  const offset = at + outward * 0.19;
  const view: Look = { material: "outside", tint: [1, 1, 1], mapping: toView(opening), emission: [0, 0, 0] };
  const y0 = bottom + 0.02;
  // Faces inward.
  const leftFirst = (along === "x") !== isFar;
  const start = leftFirst ? from : to;
  const direction = leftFirst ? width : -width;
  if (along === "x") surface.patch([start, y0, offset], [direction, 0, 0], [0, top - y0, 0], view);
  else surface.patch([offset, y0, start], [0, 0, direction], [0, top - y0, 0], view);
  const bar = (a0: number, a1: number, low: number, high: number) => {
    const depth = 0.07;
    const c = at + outward * 0.16 - (outward > 0 ? depth : 0);
    if (along === "x") surface.box([a0, low, c], [a1 - a0, high - low, depth], frame, { bottom: true });
    else surface.box([c, low, a0], [depth, high - low, a1 - a0], frame, { bottom: true });
  };
  const post = 0.055;
  const posts = kind === "entrance" ? 2 : Math.max(2, Math.round(width / 1.1));
  for (let index = 0; index <= posts; index++) {
    const a = from + ((width - post) * index) / posts;
    bar(a, a + post, bottom, top);
  }
  bar(from, to, top - post, top);
  if (kind === "window") {
    bar(from, to, bottom, bottom + post);
    bar(from, to, bottom + (top - bottom) * 0.72, bottom + (top - bottom) * 0.72 + 0.04);
    return;
  }
  bar(from, to, 2.15, 2.2);
  bar(from, to, 0, 0.09);
  // Pull handles beside the middle.
  const middle = (from + to) / 2;
  for (const a of [middle - 0.09, middle + 0.06]) {
    surface.box([a, 0.85, at + 0.02], [0.03, 0.7, 0.03], { ...frame, tint: linear(176, 142, 84) }, { bottom: true });
  }
}

/** Each side of the house has its own part of the panorama. */
function toView({ along, at, from, to, bottom, top }: Opening) {
  const quarter = along === "x" ? (at < 1 ? 0 : 2) : at < 1 ? 3 : 1;
  const reach = along === "x" ? building.width : building.depth;
  const high = 3.2;
  return {
    u: quarter / 4 + (from / reach) * 0.25,
    v: 1 - top / high,
    width: ((to - from) / reach) * 0.25,
    height: (top - bottom) / high,
  };
}

/** The tops of the walls, dark as a plan draws what it cuts: seen when the house is looked into from above. */
function addCutWalls(surface: Surface): void {
  const { width, depth, height } = building;
  const strips: readonly (readonly [x: number, z: number, w: number, d: number])[] = [
    [-0.2, -0.2, width + 0.4, 0.4],
    [-0.2, depth - 0.2, width + 0.4, 0.4],
    [-0.2, 0.2, 0.4, depth - 0.4],
    [width - 0.2, 0.2, 0.4, depth - 0.4],
    [6.09, 0.2, 0.22, depth - 0.4],
    [12.89, 0.2, 0.22, depth - 0.4],
    [0.2, 7.29, 5.89, 0.22],
    [6.31, 5.09, 6.58, 0.22],
    [13.11, 6.09, 5.09, 0.22],
  ];
  for (const [x, z, w, d] of strips) surface.patch([x, height, z + d], [w, 0, 0], [0, 0, -d], cut);
}
