import { furniture, type VenuePlan } from "../venue-plan.ts";
import { buildPartition, buildRow, buildShell } from "./plan-parts.ts";

/** A fictional flat. */
export const propertyPlan: VenuePlan = {
  label: "a flat with five rooms around a hall",
  boxes: [
    ...buildShell({
      front: { doors: [[8.6, 9.7]], windows: [[1.6, 4.8]] },
      back: {
        windows: [
          [1.6, 5.4],
          [8, 10.8],
          [14, 17],
        ],
      },
      right: { windows: [[8.4, 11]] },
    }),
    ...buildPartition("x", 7.6, [0.2, 7.12], { doors: [[4.8, 5.8]] }),
    ...buildPartition("y", 7.2, [0.2, 12.4], {
      doors: [
        [5.2, 7],
        [9.4, 10.3],
      ],
    }),
    ...buildPartition("y", 11.4, [0.2, 12.4], {
      doors: [
        [5.2, 6.1],
        [9, 9.9],
      ],
    }),
    ...buildPartition("x", 4.6, [7.28, 11.32], { doors: [[8.8, 9.7]] }),
    ...buildPartition("x", 6.4, [11.48, 18.2]),
    furniture(1, 1.2, 2.2, 0.9, 0.75),
    furniture(1, 3.6, 0.9, 1.8, 0.75),
    furniture(3.4, 4, 1.1, 0.7, 0.4),
    ...buildRow("x", 3, 0, [0.4, 11.6, 1.5, 0.6, 0.9]),
    furniture(2.4, 9.2, 1.4, 0.8, 0.75),
    furniture(14.6, 1, 1.6, 2, 0.55),
    furniture(12, 0.4, 0.6, 1.8, 1.1),
    furniture(15.6, 7.2, 1.4, 2, 0.55),
    furniture(12, 11.6, 1.8, 0.6, 1.1),
    furniture(7.6, 0.5, 0.8, 1.7, 0.55),
    furniture(10.4, 0.6, 0.7, 0.5, 0.85),
  ],
  rooms: [
    { name: "Living", x: 4.8, y: 2.6 },
    { name: "Kitchen", x: 5.4, y: 9 },
    { name: "Hall", x: 9.3, y: 7 },
    { name: "Bath", x: 9.6, y: 1.6 },
    { name: "Bedroom", x: 13.4, y: 4.8 },
    { name: "Room 3", x: 13.4, y: 9.6 },
  ],
  stops: [
    { title: "Front door", text: "88 cm clear. Intercom and fuse box on the left.", x: 9.2, y: 11.6 },
    { title: "Kitchen", text: "Stopcock behind the left door, turn to the right.", x: 5.2, y: 10.2 },
    { title: "Living room", text: "Sofa stays. Sill at 62 cm, afternoon sun.", x: 5.2, y: 5.6 },
    { title: "Bath", text: "Boiler reset: hold the red button for five seconds.", x: 9.2, y: 3.2 },
    { title: "Bedroom", text: "The alcove takes a wardrobe of 1.80 m, by tape.", x: 13.2, y: 3.4 },
  ],
  route: [
    [9.2, 11.6],
    [9.2, 9.8],
    [5.2, 10.2],
    [5.2, 5.6],
    [6.4, 6.1],
    [9.2, 6.1],
    [9.2, 3.2],
    [9.2, 6.1],
    [10.6, 5.7],
    [12.2, 5.7],
    [13.2, 3.4],
  ],
};
