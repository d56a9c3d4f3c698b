import { furniture, type VenuePlan } from "../venue-plan.ts";
import { buildPartition, buildRow, buildShell } from "./plan-parts.ts";

/** A fictional site of a mobile robot. */
export const roboticsPlan: VenuePlan = {
  label: "a robot site with a lift lobby behind glass, a corridor, a store and two docks",
  boxes: [
    ...buildShell({
      front: {
        doors: [[2.4, 4.4]],
        windows: [
          [6.4, 11.2],
          [13, 17.2],
        ],
      },
    }),
    ...buildPartition("x", 5, [0.2, 18.2], {
      doors: [
        [2.6, 4.2],
        [13.4, 15],
      ],
    }),
    ...buildPartition("x", 8.4, [0.2, 18.2], {
      doors: [
        [2.6, 4.2],
        [10.4, 12],
      ],
      windows: [[5.6, 10.4]],
    }),
    ...buildPartition("y", 9, [0.2, 4.92]),
    ...buildPartition("y", 5.4, [8.48, 12.4]),
    ...buildRow("x", 4, 0, [0.6, 0.5, 1.5, 0.8, 1.1]),
    ...buildRow("x", 3, 0, [0.6, 2.6, 1.3, 0.8, 1.1]),
    ...buildRow("x", 2, 0.4, [16, 0.5, 0.8, 0.6, 0.5]),
    ...buildRow("x", 4, 0.2, [9.6, 0.5, 1, 0.6, 0.9]),
    furniture(6.2, 10.6, 1.8, 1.6, 1.15),
    furniture(14.6, 10.2, 1.6, 0.8, 0.45),
    furniture(7.6, 5.2, 0.9, 0.5, 0.9),
  ],
  rooms: [
    { name: "Store", x: 6.6, y: 3.4 },
    { name: "Docks", x: 15.4, y: 2.4 },
    { name: "Corridor", x: 10, y: 6.8 },
    { name: "Lift lobby", x: 12.2, y: 11.4 },
    { name: "Goods-in", x: 2.4, y: 10 },
  ],
  stops: [
    { title: "DOCK 2", text: "Approach square, 1.2 m straight run-in.", x: 12.8, y: 3.4 },
    { title: "DOOR closer 18 N", text: "Held open by a wedge in the mornings only.", x: 14.2, y: 6.6 },
    { title: "HAZARD glass", text: "Sun from two to four. Film at 30 cm since May.", x: 11.2, y: 9.6 },
    { title: "RAMP", text: "Seam at the foot lifts a caster. Slow down.", x: 5, y: 6.8 },
    { title: "HAZARD overhang", text: "Shelf above the laser plane on the left.", x: 3.4, y: 4.2 },
  ],
  route: [
    [12.8, 3.4],
    [14.2, 4.4],
    [14.2, 6.6],
    [11.2, 6.8],
    [11.2, 9.6],
    [11.2, 6.8],
    [5, 6.8],
    [3.4, 6.4],
    [3.4, 4.2],
  ],
};
