import { furniture, type VenuePlan } from "../venue-plan.ts";
import { buildPartition, buildRow, buildShell } from "./plan-parts.ts";

/** A fictional hotel ground floor. */
export const hospitalityPlan: VenuePlan = {
  label: "a hotel's ground floor with a lobby, two guest rooms and a function room",
  boxes: [
    ...buildShell({
      front: { doors: [[3.4, 5.4]], windows: [[12.4, 17.4]] },
      back: {
        windows: [
          [1.4, 3.4],
          [5.6, 7.6],
          [11.6, 16.8],
        ],
      },
    }),
    ...buildPartition("x", 5.2, [0.2, 9.12], {
      doors: [
        [2.6, 3.6],
        [6.6, 7.6],
      ],
    }),
    ...buildPartition("y", 4.6, [0.2, 5.12]),
    ...buildPartition("x", 3.6, [0.2, 2.12]),
    ...buildPartition("y", 2.2, [3.52, 5.12], { doors: [[3.9, 4.9]] }),
    ...buildPartition("y", 9.2, [0.2, 12.4], { doors: [[6.2, 8]] }),
    furniture(1.6, 0.6, 1.8, 2, 0.55),
    furniture(5.8, 0.6, 1.8, 2, 0.55),
    furniture(0.4, 4.4, 0.6, 0.6, 0.5),
    ...buildRow("x", 2, 0, [0.4, 7.6, 0.9, 0.7, 1.05]),
    furniture(6.2, 10.4, 1.6, 0.8, 0.45),
    furniture(6.2, 8.8, 1.6, 0.7, 0.45),
    ...buildRow("x", 3, 1.1, [11, 2, 1.3, 1.3, 0.75]),
    ...buildRow("x", 3, 1.1, [11, 8.6, 1.3, 1.3, 0.75]),
    furniture(17, 4.8, 1, 2.4, 0.4),
    furniture(13.6, 6.2, 0.5, 0.5, 1.2),
  ],
  rooms: [
    { name: "112", x: 3.6, y: 3.4 },
    { name: "114", x: 7.8, y: 3.8 },
    { name: "Lobby", x: 4.4, y: 11.2 },
    { name: "Function room", x: 13.6, y: 4.6 },
  ],
  stops: [
    { title: "Entrance", text: "No step. The left door opens by itself.", x: 4.4, y: 11.8 },
    { title: "Desk", text: "Lowered part on the right, induction loop.", x: 2.2, y: 9.2 },
    { title: "Room 112", text: "92 cm free on the window side of the bed.", x: 3.1, y: 4.4 },
    { title: "Room 114", text: "Mirror image of 112: seat on the other side.", x: 7.1, y: 4.4 },
    { title: "Function room", text: "The pillar hides the stage from one table.", x: 12, y: 5.6 },
  ],
  route: [
    [4.4, 11.8],
    [2.2, 9.2],
    [3.1, 6.4],
    [3.1, 4.4],
    [3.1, 6.4],
    [7.1, 6.4],
    [7.1, 4.4],
    [7.1, 6.4],
    [8.4, 7.1],
    [10.2, 7.1],
    [12, 5.6],
  ],
};
