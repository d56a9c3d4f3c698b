import { furniture, type VenuePlan } from "../venue-plan.ts";
import { buildPartition, buildRow, buildShell } from "./plan-parts.ts";

/** A fictional office floor. */
export const workplacePlan: VenuePlan = {
  label: "an office floor with desks, two meeting rooms and a kitchen",
  boxes: [
    ...buildShell({
      front: { windows: [[1.4, 6.6]] },
      back: {
        windows: [
          [1.4, 6],
          [8, 13],
        ],
      },
      left: { doors: [[6, 7.2]] },
      right: { windows: [[1.6, 5]] },
    }),
    ...buildPartition("y", 13.6, [0.2, 12.4], {
      doors: [
        [3.6, 4.6],
        [7.6, 8.6],
      ],
    }),
    ...buildPartition("x", 6.2, [13.68, 18.2]),
    ...buildPartition("x", 8.6, [0.2, 9.32], { doors: [[4, 5.4]] }),
    ...buildPartition("y", 9.4, [8.52, 12.4]),
    ...buildPartition("x", 10.6, [13.68, 18.2]),
    ...buildRow("x", 3, 0.1, [2.4, 1.4, 1.6, 0.8, 0.75]),
    ...buildRow("x", 3, 0.1, [2.4, 2.3, 1.6, 0.8, 0.75]),
    ...buildRow("x", 3, 0.1, [2.4, 4.4, 1.6, 0.8, 0.75]),
    ...buildRow("x", 2, 0.1, [9.2, 1.6, 1.6, 0.8, 0.75]),
    ...buildRow("x", 2, 0.1, [9.2, 2.5, 1.6, 0.8, 0.75]),
    ...buildRow("x", 2, 0, [15, 2.2, 1.3, 1.2, 0.75]),
    ...buildRow("x", 2, 0, [15, 7.8, 1.3, 1.2, 0.75]),
    ...buildRow("x", 4, 0, [0.5, 11.6, 1.4, 0.6, 0.9]),
    furniture(6.6, 10, 1.2, 1.2, 0.75),
    ...buildRow("x", 3, 0, [10, 11.7, 1, 0.5, 1.1]),
  ],
  rooms: [
    { name: "Desks", x: 8.2, y: 5.4 },
    { name: "Fjord", x: 15.8, y: 5.2 },
    { name: "Bay", x: 16.6, y: 10 },
    { name: "Kitchen", x: 2.4, y: 9.6 },
    { name: "Risers", x: 16, y: 11.6 },
  ],
  stops: [
    { title: "Entrance", text: "Badge on the left. Visitors wait on the bench.", x: 1, y: 6.8 },
    { title: "Kitchen", text: "The good coffee. Milk is in the second fridge.", x: 4.8, y: 10.2 },
    { title: "Lockers", text: "Choose any empty one, set four digits, remember.", x: 11.4, y: 10.8 },
    { title: "Fjord", text: "Second cable, then press the button at the table.", x: 14.4, y: 4.2 },
    { title: "Desks at the back", text: "Daylight until three. Phone calls in Bay.", x: 8.4, y: 4 },
  ],
  route: [
    [1, 6.8],
    [4.8, 7.2],
    [4.8, 10.2],
    [4.8, 7.2],
    [10.6, 7.4],
    [11.4, 10.8],
    [12.6, 7.4],
    [12.6, 4.2],
    [14.4, 4.2],
    [12.6, 4.2],
    [8.4, 4],
  ],
};
