import { furniture, type VenuePlan } from "../venue-plan.ts";
import { buildPartition, buildRow, buildShell } from "./plan-parts.ts";

/** A fictional warehouse with three racks. */
export const warehousePlan: VenuePlan = {
  label: "a warehouse with three racks, two docks and an office",
  boxes: [
    ...buildShell({
      front: {
        doors: [
          [1.4, 3.8],
          [5, 7.4],
        ],
      },
      right: { doors: [[10.6, 11.6]] },
      left: { windows: [[1, 3.4]] },
    }),
    ...buildPartition("y", 4.2, [0.2, 4.4]),
    ...buildPartition("x", 4.4, [0.2, 4.28], { doors: [[2.6, 3.6]] }),
    furniture(0.7, 1.2, 0.8, 1.8, 0.75),
    ...buildRow("x", 7, 0, [6.2, 1.5, 1.55, 1, 1.1]),
    ...buildRow("x", 7, 0, [6.2, 4.3, 1.55, 1, 1.1]),
    ...buildRow("x", 7, 0, [6.2, 7.1, 1.55, 1, 1.1]),
    ...buildRow("x", 3, 0.5, [11, 10.2, 1.5, 0.8, 0.9]),
    ...buildRow("y", 2, 0.5, [0.6, 5.6, 0.9, 1.2, 1]),
  ],
  rooms: [
    { name: "Office", x: 2.4, y: 2.4 },
    { name: "Docks", x: 4.4, y: 11.6 },
    { name: "Packing", x: 13.6, y: 11.6 },
  ],
  stops: [
    { title: "Goods-in", text: "Wait behind the line until the dock light is green.", x: 4.4, y: 10.6 },
    { title: "Charging bay", text: "Trucks only. Keep two metres away from the posts.", x: 2.6, y: 6.6 },
    { title: "Crossing", text: "Stop, look left, make eye contact with the driver.", x: 5.2, y: 3.4 },
    { title: "Aisle F", text: "One-way, towards the back wall. Slow movers on top.", x: 12, y: 3.4 },
    { title: "Packing", text: "Assembly point is through the door on the right.", x: 16.6, y: 9.4 },
  ],
  route: [
    [4.4, 10.6],
    [2.6, 6.6],
    [5.2, 3.4],
    [12, 3.4],
    [17.7, 3.4],
    [17.7, 9.4],
    [16.6, 9.4],
  ],
};
