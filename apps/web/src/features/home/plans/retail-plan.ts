import { furniture, type VenuePlan } from "../venue-plan.ts";
import { buildPartition, buildRow, buildShell } from "./plan-parts.ts";

/** A fictional clothes shop. */
export const retailPlan: VenuePlan = {
  label: "a shop with a front table, two gondolas and fitting rooms",
  boxes: [
    ...buildShell({
      front: {
        doors: [[8.2, 10.2]],
        windows: [
          [1.2, 6.8],
          [11.6, 17.2],
        ],
      },
      right: { windows: [[7.4, 11.4]] },
    }),
    ...buildPartition("x", 3.4, [0.2, 18.2], {
      doors: [
        [2, 3],
        [13, 14.4],
      ],
    }),
    ...buildPartition("y", 5.6, [0.2, 3.32]),
    ...buildPartition("y", 9.2, [0.2, 3.32]),
    ...buildRow("x", 4, 0.2, [9.7, 0.5, 1.3, 1.2, 1.1]),
    ...buildRow("y", 2, 0.4, [0.7, 0.6, 1, 0.9, 1.1]),
    furniture(8.3, 8.6, 1.8, 0.9, 0.9),
    ...buildRow("x", 3, 0, [2.6, 6.2, 1.4, 0.9, 1.1]),
    ...buildRow("x", 3, 0, [11.8, 6.2, 1.4, 0.9, 1.1]),
    ...buildRow("y", 3, 0.3, [0.4, 5, 0.5, 1.6, 1.1]),
    ...buildRow("x", 2, 0, [12.6, 9.6, 1.5, 0.8, 1]),
    ...buildRow("x", 3, 0.5, [2, 11.2, 0.9, 0.9, 0.6]),
  ],
  rooms: [
    { name: "Back stock", x: 3.6, y: 1.6 },
    { name: "Fitting rooms", x: 13.6, y: 2.6 },
    { name: "Till", x: 14.2, y: 11.2 },
  ],
  stops: [
    { title: "Door", text: "What is seen from here decides if people come in.", x: 9.2, y: 11.9 },
    { title: "Front table", text: "Fixed: long side to the window. Yours: the colours.", x: 7.4, y: 9 },
    { title: "Gondola end", text: "One idea, three heights, last season's rail is out.", x: 7.6, y: 5.4 },
    { title: "Fitting rooms", text: "Chair outside, hooks on both sides, one wide cabin.", x: 13.7, y: 4.5 },
    { title: "Till", text: "Keep 90 cm free on the low side for wheelchairs.", x: 16.6, y: 9.4 },
  ],
  route: [
    [9.2, 11.9],
    [7.4, 9],
    [7.6, 5.4],
    [8.6, 4.5],
    [13.7, 4.5],
    [17, 4.7],
    [17, 8],
    [16.6, 9.4],
  ],
};
