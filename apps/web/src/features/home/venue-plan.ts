/** An upright box on the floor. Metres; x to the right, y down the plan, z up. */
export interface PlanBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly depth: number;
  readonly height: number;
  /** Walls are cut and filled black on top, as plans draw them. */
  readonly material: "wall" | "window" | "furniture";
}

/** A drawn place: its contents, and a route to walk through it. */
export interface VenuePlan {
  /** Text alternative for the drawing. */
  readonly label: string;
  readonly boxes: readonly PlanBox[];
  readonly rooms: readonly { readonly name: string; readonly x: number; readonly y: number }[];
  readonly stops: readonly PlanStop[];
  /** Through all stops, as a list of corners. */
  readonly route: readonly (readonly [x: number, y: number])[];
}

export interface PlanStop {
  readonly title: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

export const planSize = { width: 18.4, depth: 12.6 } as const;
/** Plans cut a building at about this height, so that doors and windows are visible. */
const cutHeight = 1.2;
const sillHeight = 0.45;

export type Span = readonly [from: number, to: number];

/** A wall along x (or y), cut into pieces short enough to sort by depth; gaps are doors, sills are windows. */
export function buildWall(
  direction: "x" | "y",
  at: number,
  [from, to]: Span,
  thickness: number,
  { doors = [], windows = [] }: { readonly doors?: readonly Span[]; readonly windows?: readonly Span[] } = {},
): PlanBox[] {
  const cuts = [from, to, ...doors.flat(), ...windows.flat()].sort((a, b) => a - b);
  const boxes: PlanBox[] = [];
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1];
    if (end === undefined || end - start < 0.001) continue;
    const middle = (start + end) / 2;
    const isInside = ([a, b]: Span) => a < middle && middle < b;
    if (doors.some(isInside)) continue;
    const isWindow = windows.some(isInside);
    const pieces = Math.max(1, Math.round((end - start) / 1.6));
    for (let piece = 0; piece < pieces; piece += 1) {
      const along = start + ((end - start) * piece) / pieces;
      const length = (end - start) / pieces;
      boxes.push({
        ...(direction === "x"
          ? { x: along, y: at - thickness / 2, width: length, depth: thickness }
          : { x: at - thickness / 2, y: along, width: thickness, depth: length }),
        height: isWindow ? sillHeight : cutHeight,
        material: isWindow ? "window" : "wall",
      });
    }
  }
  return boxes;
}

export const furniture = (x: number, y: number, width: number, depth: number, height: number): PlanBox => ({
  x,
  y,
  width,
  depth,
  height,
  material: "furniture",
});

const { width, depth } = planSize;

/** A fictional gallery: two exhibition rooms, a hall, a shop, a café, a store. */
export const planBoxes: readonly PlanBox[] = [
  ...buildWall("x", 0, [0, width], 0.4, {
    windows: [
      [1.6, 4.8],
      [7.4, 11.8],
    ],
  }),
  ...buildWall("x", depth, [0, width], 0.4, {
    doors: [[8, 10]],
    windows: [
      [1.4, 4.8],
      [14, 17.2],
    ],
  }),
  ...buildWall("y", 0, [0.2, depth - 0.2], 0.4, { windows: [[2, 5.6]] }),
  ...buildWall("y", width, [0.2, depth - 0.2], 0.4, { windows: [[7.6, 11.4]] }),
  ...buildWall("y", 6.2, [0.2, depth - 0.2], 0.22, {
    doors: [
      [2.2, 3.6],
      [5.7, 7],
      [9.2, 11.2],
    ],
  }),
  ...buildWall("x", 7.4, [0.2, 6.09], 0.22),
  ...buildWall("x", 5.2, [6.31, 12.89], 0.22, { doors: [[8.6, 10.6]] }),
  ...buildWall("y", 13, [0.2, depth - 0.2], 0.22, {
    doors: [
      [2.9, 3.9],
      [8.2, 10.2],
    ],
  }),
  ...buildWall("x", 6.2, [13.11, width - 0.2], 0.22),
  furniture(1.5, 1.4, 0.9, 0.9, 0.95),
  furniture(4, 1.4, 0.9, 0.9, 0.95),
  furniture(1.5, 4.8, 0.9, 0.9, 0.95),
  furniture(7.2, 0.7, 1.7, 0.6, 0.9),
  furniture(10.6, 0.7, 1.7, 0.6, 0.9),
  furniture(7.2, 3.9, 1.9, 0.5, 0.45),
  furniture(11.4, 2.4, 0.6, 1.9, 0.45),
  furniture(10.6, 7, 1.7, 0.7, 1.05),
  furniture(0.5, 8.2, 0.5, 3.4, 1.1),
  furniture(2.6, 8.5, 1.5, 0.9, 0.85),
  furniture(2.6, 10.8, 1.5, 0.9, 0.85),
  furniture(14, 6.7, 3.6, 0.65, 1.05),
  furniture(14.2, 8.4, 0.8, 0.8, 0.75),
  furniture(16.4, 8.4, 0.8, 0.8, 0.75),
  furniture(14.2, 10.6, 0.8, 0.8, 0.75),
  furniture(16.4, 10.6, 0.8, 0.8, 0.75),
  furniture(17.4, 0.7, 0.5, 4.6, 1.1),
  furniture(13.6, 0.7, 2.8, 0.5, 1.1),
];

export const planRooms = [
  { name: "Room 1", x: 3.1, y: 6.4 },
  { name: "Room 2", x: 9.6, y: 2 },
  { name: "Hall", x: 11.6, y: 11.4 },
  { name: "Shop", x: 4.6, y: 12 },
  { name: "Café", x: 15.8, y: 9.9 },
  { name: "Store", x: 15.6, y: 4.4 },
] as const;

export const planStops: readonly PlanStop[] = [
  { title: "Entrance", text: "Step-free door, 2 m wide. The desk is on the right.", x: 9, y: 11.2 },
  { title: "Shop", text: "Catalogues on the table, cards on the wall shelf.", x: 5, y: 10.2 },
  { title: "Room 1", text: "Three plinths. Please walk around them, not between.", x: 3.4, y: 3.9 },
  { title: "Room 2", text: "Two cases by the north window, two benches.", x: 9.6, y: 2.9 },
  { title: "Café", text: "Four tables. The counter closes half an hour early.", x: 15.6, y: 9.6 },
];

/** The route through all stops, as a list of corners. */
export const planRoute: readonly (readonly [x: number, y: number])[] = [
  [9, 11.2],
  [7.4, 10.2],
  [5, 10.2],
  [7.4, 9.6],
  [7.4, 6.4],
  [4.6, 6.4],
  [3.4, 3.9],
  [5, 2.9],
  [9.6, 2.9],
  [9.6, 6.4],
  [11.6, 9.2],
  [15.6, 9.6],
];

export const galleryPlan: VenuePlan = {
  label: "a gallery with six rooms",
  boxes: planBoxes,
  rooms: planRooms,
  stops: planStops,
  route: planRoute,
};
