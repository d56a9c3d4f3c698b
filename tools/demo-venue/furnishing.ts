import { building } from "./building.ts";
import { seededRandom } from "./paint.ts";
import type { Look, Surface, Vector } from "./surface.ts";

const linear = (r: number, g: number, b: number): Vector => [(r / 255) ** 2.2, (g / 255) ** 2.2, (b / 255) ** 2.2];
const painted = (r: number, g: number, b: number): Look => ({ material: "plain", tint: linear(r, g, b), mapping: 1.5 });
const oak: Look = { material: "oak", tint: [0.95, 0.9, 0.86], mapping: 0.5 };
const darkOak: Look = { material: "oak", tint: [0.5, 0.44, 0.4], mapping: 0.5 };
const white = painted(240, 237, 230);
const iron = painted(58, 62, 70);
const brass: Look = { ...painted(208, 166, 92), isPolished: true };
const stone = painted(206, 200, 188);
const linen = painted(150, 148, 138);

/** Everything in the building that can be carried out of it. */
export function addFurnishing(surface: Surface): void {
  addPlinths(surface);
  addCases(surface);
  addBenches(surface);
  addPictures(surface);
  addDesk(surface);
  addMeridian(surface);
  addShop(surface);
  addCafe(surface);
  addStore(surface);
}

/** Room 1: a knot, a hill, a bob. */
function addPlinths(surface: Surface): void {
  for (const [x, z] of [
    [1.5, 1.4],
    [4, 1.4],
    [1.5, 4.8],
  ] as const) {
    surface.box([x, 0.05, z], [0.9, 0.9, 0.9], white, { cellM: 0.25 });
    surface.box([x + 0.04, 0, z + 0.04], [0.82, 0.05, 0.82], iron);
  }
  surface.tube(
    (part) => {
      const angle = part * Math.PI * 2;
      const reach = 0.21 + 0.085 * Math.cos(3 * angle);
      return [
        1.95 + Math.cos(2 * angle) * reach,
        1.33 + 0.115 * Math.sin(3 * angle) + Math.sin(2 * angle) * 0.16,
        1.85 + Math.sin(2 * angle) * reach,
      ];
    },
    140,
    0.042,
    10,
    brass,
  );
  surface.turned(
    [1.95, 0.95, 1.85],
    [
      [0.001, 0.001],
      [0.12, 0.001],
      [0.12, 0.03],
      [0.02, 0.035],
      [0.012, 0.14],
    ],
    20,
    iron,
  );
  addHill(surface, [4.45, 0.95, 1.85]);
  // Hung from the ceiling, its tip a finger above the plinth.
  const bob: [number, number][] = [
    [0.002, 0],
    [0.05, 0.14],
    [0.11, 0.3],
    [0.15, 0.42],
    [0.162, 0.5],
    [0.15, 0.56],
    [0.09, 0.61],
    [0.05, 0.63],
    [0.05, 0.7],
    [0.028, 0.73],
    [0.01, 0.76],
    [0.004, 0.8],
  ];
  surface.turned([1.95, 1, 5.25], bob, 28, brass);
  surface.turned(
    [1.95, 1.79, 5.25],
    [
      [0.004, 0],
      [0.004, building.height - 1.79],
    ],
    6,
    iron,
  );
  surface.turned(
    [1.95, 0.951, 5.25],
    [
      [0.3, 0],
      [0.3, 0.012],
      [0.29, 0.014],
      [0.001, 0.014],
    ],
    36,
    iron,
  );
}

/** Eleven layers, each the outline of the same imaginary hill a little higher up. */
function addHill(surface: Surface, foot: Vector): void {
  const steps = 48;
  const layers = 11;
  for (let layer = 0; layer < layers; layer++) {
    const share = layer / layers;
    const height = 0.045;
    const y = foot[1] + layer * height;
    const radius = (index: number) => {
      const angle = (index / steps) * Math.PI * 2;
      const wobble = 1 + 0.16 * Math.sin(angle * 2 + 0.6) + 0.09 * Math.sin(angle * 3 + layer * 0.25);
      return 0.36 * (1 - share ** 1.35) * wobble + 0.025;
    };
    const look = layer % 5 === 4 ? oak : stone;
    const [cx, cz] = [foot[0] + share * 0.07, foot[2] - share * 0.04];
    const at = (index: number, level: number): Vector => {
      const angle = (index / steps) * Math.PI * 2;
      return [cx + Math.cos(angle) * radius(index), level, cz + Math.sin(angle) * radius(index)];
    };
    const top = surface.vertex([cx, y + height, cz], [0, 1, 0], [cx, y + height + 0.01, cz], [0.5, 0.5], look);
    for (let index = 0; index < steps; index++) {
      const [a, b] = [at(index, y), at(index + 1, y)];
      surface.patch(b, [a[0] - b[0], 0, a[2] - b[2]], [0, height, 0], look);
      const rim = [at(index + 1, y + height), at(index, y + height)].map((point) => {
        // The light of a terrace is that of its middle: at its inner edge the next layer stands on it.
        const sample: Vector = [cx + (point[0] - cx) * 0.98, point[1] + 0.012, cz + (point[2] - cz) * 0.98];
        return surface.vertex(point, [0, 1, 0], sample, [point[0], point[2]], look);
      });
      surface.indices.push(top, rim[0]!, rim[1]!);
    }
  }
}

/** Room 2: two cases under the north window. */
function addCases(surface: Surface): void {
  for (const x of [7.2, 10.6]) {
    const [w, d] = [1.7, 0.6];
    const z = 0.7;
    surface.box([x + 0.06, 0, z + 0.06], [w - 0.12, 0.08, d - 0.12], iron);
    surface.box([x, 0.08, z], [w, 0.82, d], darkOak, { cellM: 0.3 });
    surface.box([x + 0.03, 0.9, z + 0.03], [w - 0.06, 0.02, d - 0.06], linen, { cellM: 0.2 });
    const post = 0.018;
    for (const [px, pz] of [
      [x, z],
      [x + w - post, z],
      [x, z + d - post],
      [x + w - post, z + d - post],
    ] as const) {
      surface.box([px, 0.9, pz], [post, 0.42, post], brass);
    }
    for (const pz of [z, z + d - post]) surface.box([x, 1.32, pz], [w, post, post], brass, { bottom: true });
    for (const px of [x, x + w - post]) surface.box([px, 1.32, z], [post, post, d], brass, { bottom: true });
  }
  const woods = [oak, brass, painted(180, 72, 52), darkOak, painted(236, 232, 220), painted(70, 96, 134), iron];
  for (const [index, look] of woods.entries()) {
    const length = 1.02 + Math.sin(index * 2.1) * 0.13;
    surface.box([7.42 + index * 0.02, 0.92, 0.8 + index * 0.06], [length, 0.012, 0.034], look);
  }
  for (let index = 0; index < 9; index++) {
    const side = 0.05 * 1.18 ** index * 0.62;
    surface.box([10.78 + index * 0.162, 0.92, 1 - side / 2], [side, side, side], index % 3 === 2 ? oak : brass);
  }
}

function addBenches(surface: Surface): void {
  for (const [x, z, w, d] of [
    [7.2, 3.9, 1.9, 0.5],
    [11.4, 2.4, 0.6, 1.9],
  ] as const) {
    surface.box([x, 0.38, z], [w, 0.07, d], oak, { cellM: 0.3, bottom: true });
    const isLong = w > d;
    for (const share of [0.12, 0.8]) {
      if (isLong) surface.box([x + w * share, 0, z + 0.05], [0.08, 0.38, d - 0.1], iron);
      else surface.box([x + 0.05, 0, z + d * share], [w - 0.1, 0.38, 0.08], iron);
    }
  }
}

/** A part of the sheet of pictures: column and row of its eight cells. */
export function toPictureCell(index: number) {
  const margin = 0.004;
  return {
    u: (index % 4) / 4 + margin,
    v: Math.floor(index / 4) / 2 + margin,
    width: 0.25 - margin * 2,
    height: 0.5 - margin * 2,
  };
}

type Facing = "north" | "south" | "west" | "east";

interface Hanging {
  readonly cell: number;
  /** Middle of the picture on the wall's face. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Where somebody looks who stands before it. */
  readonly facing: Facing;
  readonly size: number;
  readonly moulding: Look;
}

export const hangings: readonly Hanging[] = [
  { cell: 0, x: 1.55, y: 1.62, z: 7.29, facing: "south", size: 1.25, moulding: oak },
  { cell: 1, x: 3.45, y: 1.62, z: 7.29, facing: "south", size: 1.25, moulding: iron },
  { cell: 4, x: 5.1, y: 1.62, z: 7.29, facing: "south", size: 0.95, moulding: oak },
  { cell: 2, x: 6.09, y: 1.62, z: 4.65, facing: "east", size: 1.15, moulding: darkOak },
  { cell: 5, x: 7.4, y: 1.62, z: 5.09, facing: "south", size: 1.2, moulding: iron },
  { cell: 3, x: 11.75, y: 1.62, z: 5.09, facing: "south", size: 1.3, moulding: white },
  { cell: 6, x: 12.89, y: 1.62, z: 1.5, facing: "east", size: 1.4, moulding: iron },
  { cell: 1, x: 6.31, y: 1.62, z: 4.35, facing: "west", size: 0.9, moulding: white },
  { cell: 7, x: 6.31, y: 1.7, z: 8.05, facing: "west", size: 1.5, moulding: white },
  { cell: 3, x: 12.89, y: 1.75, z: 6.6, facing: "east", size: 1.6, moulding: iron },
  { cell: 2, x: 14.6, y: 1.75, z: 6.31, facing: "north", size: 0.9, moulding: oak },
  { cell: 4, x: 16.6, y: 1.75, z: 6.31, facing: "north", size: 0.9, moulding: oak },
];

function addPictures(surface: Surface): void {
  for (const { cell, x, y, z, facing, size, moulding } of hangings) {
    const picture: Look = { material: "pictures", tint: [1, 1, 1], mapping: toPictureCell(cell) };
    const [depth, rim] = [0.035, 0.03];
    const half = size / 2;
    const low = y - half;
    const label: Look = { material: "plain", tint: linear(246, 244, 238), mapping: 1 };
    switch (facing) {
      case "south":
        surface.box([x - half - rim, low - rim, z - depth], [size + rim * 2, size + rim * 2, depth], moulding, {
          bottom: true,
        });
        surface.patch([x + half, low, z - depth - 0.003], [-size, 0, 0], [0, size, 0], picture, 0.4);
        surface.patch([x - half - 0.12, 1.3, z - 0.006], [-0.16, 0, 0], [0, 0.11, 0], label);
        break;
      case "north":
        surface.box([x - half - rim, low - rim, z], [size + rim * 2, size + rim * 2, depth], moulding, {
          bottom: true,
        });
        surface.patch([x - half, low, z + depth + 0.003], [size, 0, 0], [0, size, 0], picture, 0.4);
        surface.patch([x + half + 0.12, 1.3, z + 0.006], [0.16, 0, 0], [0, 0.11, 0], label);
        break;
      case "east":
        surface.box([x - depth, low - rim, z - half - rim], [depth, size + rim * 2, size + rim * 2], moulding, {
          bottom: true,
        });
        surface.patch([x - depth - 0.003, low, z - half], [0, 0, size], [0, size, 0], picture, 0.4);
        surface.patch([x - 0.006, 1.3, z + half + 0.12], [0, 0, 0.16], [0, 0.11, 0], label);
        break;
      case "west":
        surface.box([x, low - rim, z - half - rim], [depth, size + rim * 2, size + rim * 2], moulding, {
          bottom: true,
        });
        surface.patch([x + depth + 0.003, low, z + half], [0, 0, -size], [0, size, 0], picture, 0.4);
        surface.patch([x + 0.006, 1.3, z - half - 0.12], [0, 0, -0.16], [0, 0.11, 0], label);
        break;
    }
  }
}

/** The hall: a desk with a low part at its west end. */
function addDesk(surface: Surface): void {
  surface.box([11.1, 0, 7], [1.2, 1.02, 0.7], oak, { cellM: 0.3 });
  surface.box([11.06, 1.02, 6.96], [1.28, 0.035, 0.78], white, { cellM: 0.3, bottom: true });
  surface.box([10.4, 0, 7.05], [0.7, 0.72, 0.6], oak, { cellM: 0.3 });
  surface.box([10.36, 0.72, 7], [0.74, 0.035, 0.7], white, { cellM: 0.3, bottom: true });
  surface.box([11.75, 1.055, 7.25], [0.14, 0.015, 0.12], iron);
  surface.box([11.8, 1.07, 7.3], [0.03, 0.1, 0.02], iron);
  surface.box([11.58, 1.15, 7.28], [0.48, 0.28, 0.025], iron, { bottom: true });
  for (const [index, look] of [painted(216, 212, 200), painted(70, 96, 134), painted(206, 160, 130)].entries()) {
    surface.box([10.5 + index * 0.18, 0.755, 7.2], [0.13, 0.02 + index * 0.012, 0.2], look);
  }
  // A stool behind it, and a stand for umbrellas beside the entrance.
  surface.turned(
    [11.6, 0, 6.55],
    [
      [0.2, 0],
      [0.2, 0.02],
      [0.02, 0.03],
      [0.02, 0.6],
      [0.19, 0.62],
      [0.19, 0.66],
      [0.001, 0.67],
    ],
    18,
    iron,
  );
  surface.turned(
    [10.5, 0, 12.05],
    [
      [0.13, 0],
      [0.14, 0.55],
      [0.12, 0.55],
      [0.11, 0.1],
      [0.001, 0.1],
    ],
    18,
    brass,
  );
  // A long seat along the east wall.
  surface.box([12.39, 0.4, 10.55], [0.5, 0.07, 1.6], oak, { cellM: 0.3, bottom: true });
  for (const z of [10.65, 11.97]) surface.box([12.44, 0, z], [0.4, 0.4, 0.08], iron);
}

/** A strip of brass in the floor from the entrance northward. */
function addMeridian(surface: Surface): void {
  surface.patch([9.37, 0.004, 12.4], [0.05, 0, 0], [0, 0, -7.1], brass, 0.25);
  surface.patch([9.37, 0.004, 5.31], [0.05, 0, 0], [0, 0, -0.22], brass);
  surface.patch([9.37, 0.004, 5.09], [0.05, 0, 0], [0, 0, -4.6], brass, 0.25);
  for (let metre = 0; metre <= 11; metre++) {
    const z = 12.3 - metre;
    if (z < 0.6) break;
    const length = metre % 5 === 0 ? 0.34 : 0.16;
    surface.patch([9.395 - length / 2, 0.005, z], [length, 0, 0], [0, 0, -0.03], brass);
  }
}

const bookLooks = [
  painted(176, 74, 54),
  painted(72, 98, 136),
  painted(214, 190, 142),
  painted(96, 112, 92),
  painted(60, 64, 74),
  painted(226, 222, 212),
];

function addShop(surface: Surface): void {
  const random = seededRandom(41);
  // A shelf along the west wall.
  surface.box([0.2, 0, 8.2], [0.42, 0.08, 3.4], iron);
  for (const z of [8.2, 9.31, 10.42, 11.56]) surface.box([0.2, 0.08, z], [0.42, 1.92, 0.04], oak);
  for (const y of [0.08, 0.56, 1.04, 1.52, 1.97])
    surface.box([0.2, y, 8.24], [0.42, 0.03, 3.32], oak, { bottom: true });
  for (const y of [0.11, 0.59, 1.07, 1.55]) {
    for (let z = 8.3; z < 11.4; ) {
      const thick = 0.02 + random() * 0.035;
      const high = 0.2 + random() * 0.14;
      const isGap = random() < 0.16 || Math.abs(((z - 8.2) % 1.11) - 1.08) < 0.08;
      if (!isGap) surface.box([0.24, y, z], [0.2 + random() * 0.06, high, thick], bookLooks[Math.floor(random() * 6)]!);
      z += isGap ? 0.09 : thick + 0.003;
    }
  }
  for (const z of [8.5, 10.8]) {
    surface.box([2.6, 0.8, z], [1.5, 0.05, 0.9], oak, { cellM: 0.3, bottom: true });
    for (const [dx, dz] of [
      [0.05, 0.05],
      [1.39, 0.05],
      [0.05, 0.79],
      [1.39, 0.79],
    ] as const) {
      surface.box([2.6 + dx, 0, z + dz], [0.06, 0.8, 0.06], iron);
    }
    for (let pile = 0; pile < 4; pile++) {
      let y = 0.85;
      const count = 2 + Math.floor(random() * 4);
      for (let book = 0; book < count; book++) {
        const look = bookLooks[Math.floor(random() * 6)]!;
        surface.box([2.7 + pile * 0.35 + random() * 0.02, y, z + 0.18 + random() * 0.03], [0.22, 0.024, 0.29], look);
        y += 0.024;
      }
      if (pile % 2 === 0) {
        surface.box([2.72 + pile * 0.35, 0.85, z + 0.55], [0.12, 0.09, 0.12], bookLooks[Math.floor(random() * 6)]!);
      }
    }
  }
}

function addChair(surface: Surface, x: number, z: number, back: "north" | "south"): void {
  const seat = 0.4;
  surface.box([x, 0.44, z], [seat, 0.03, seat], oak, { bottom: true });
  for (const dx of [0.02, seat - 0.05]) {
    for (const dz of [0.02, seat - 0.05]) surface.box([x + dx, 0, z + dz], [0.03, 0.44, 0.03], iron);
    surface.box([x + dx, 0.47, back === "north" ? z + 0.01 : z + seat - 0.03], [0.03, 0.36, 0.02], iron);
  }
  surface.box([x, 0.66, back === "north" ? z : z + seat - 0.02], [seat, 0.18, 0.02], oak, { bottom: true });
}

function addCafe(surface: Surface): void {
  surface.box([14, 0, 6.75], [3.6, 1, 0.62], darkOak, { cellM: 0.35 });
  surface.box([13.95, 1, 6.7], [3.7, 0.045, 0.72], white, { cellM: 0.35, bottom: true });
  surface.box([16.5, 1.045, 6.8], [0.75, 0.42, 0.45], iron);
  surface.box([16.55, 1.465, 6.82], [0.65, 0.02, 0.4], brass);
  for (let cup = 0; cup < 8; cup++) {
    surface.turned(
      [14.5 + cup * 0.16, 1.045, 6.95 + (cup % 2) * 0.12],
      [
        [0.025, 0],
        [0.042, 0.07],
        [0.036, 0.07],
        [0.02, 0.015],
      ],
      10,
      white,
    );
  }
  for (const x of [14.8, 15.8, 16.8]) {
    surface.turned(
      [x, 2.12, 7.05],
      [
        [0.17, 0],
        [0.15, 0.1],
        [0.06, 0.19],
        [0.012, 0.22],
        [0.008, building.height - 2.12],
      ],
      18,
      brass,
    );
    const glow: Look = { material: "plain", tint: [1, 0.93, 0.78], mapping: 1, emission: [3, 2.7, 2.1] };
    surface.patch([x - 0.07, 2.14, 6.98], [0.14, 0, 0], [0, 0, 0.14], glow);
  }
  for (const [x, z] of [
    [14.2, 8.5],
    [16.4, 8.5],
    [14.2, 10.75],
    [16.4, 10.75],
  ] as const) {
    const [cx, cz] = [x + 0.4, z + 0.4];
    surface.turned(
      [cx, 0, cz],
      [
        [0.22, 0],
        [0.22, 0.02],
        [0.03, 0.04],
        [0.03, 0.7],
        [0.4, 0.71],
        [0.4, 0.74],
        [0.001, 0.745],
      ],
      24,
      x < 15 ? white : oak,
    );
    addChair(surface, cx - 0.2, cz - 0.78, "north");
    addChair(surface, cx - 0.2, cz + 0.38, "south");
  }
}

function addStore(surface: Surface): void {
  const random = seededRandom(7);
  const card = [painted(176, 146, 108), painted(190, 164, 128), painted(164, 134, 98)];
  const rack = (x: number, z: number, w: number, d: number) => {
    for (const [dx, dz] of [
      [0, 0],
      [w - 0.05, 0],
      [0, d - 0.05],
      [w - 0.05, d - 0.05],
    ] as const) {
      surface.box([x + dx, 0, z + dz], [0.05, 2.1, 0.05], iron);
    }
    for (const y of [0.1, 0.7, 1.3, 1.9]) {
      surface.box([x, y, z], [w, 0.03, d], iron, { bottom: true });
      const isLong = w > d;
      for (let along = 0.08; along < (isLong ? w : d) - 0.55; ) {
        const wide = 0.32 + random() * 0.26;
        const high = 0.2 + random() * 0.26;
        const deep = (isLong ? d : w) - 0.1;
        const look = card[Math.floor(random() * 3)]!;
        if (random() > 0.15) {
          if (isLong) surface.box([x + along, y + 0.03, z + 0.05], [wide, high, deep], look);
          else surface.box([x + 0.05, y + 0.03, z + along], [deep, high, wide], look);
        }
        along += wide + 0.06;
      }
    }
  };
  rack(17.6, 0.4, 0.55, 4.8);
  rack(13.6, 0.25, 3.2, 0.5);
  surface.box([14.2, 0, 4.5], [1.1, 0.75, 0.8], oak, { cellM: 0.3 });
  surface.box([14.35, 0.75, 4.6], [0.5, 0.34, 0.5], card[0]!);
}
