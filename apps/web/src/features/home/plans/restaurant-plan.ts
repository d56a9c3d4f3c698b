import { furniture, type VenuePlan } from "../venue-plan.ts";
import { buildPartition, buildRow, buildShell } from "./plan-parts.ts";

/** A fictional restaurant. */
export const restaurantPlan: VenuePlan = {
  label: "a restaurant with a dining room, a bar, a kitchen and a private room",
  boxes: [
    ...buildShell({
      front: {
        doors: [[6.6, 8]],
        windows: [
          [1, 5.4],
          [9.4, 12.2],
        ],
      },
      right: { doors: [[9.4, 10.6]], windows: [[2, 4]] },
    }),
    ...buildPartition("x", 4.2, [0.2, 12.52], { doors: [[9.6, 11]] }),
    ...buildPartition("y", 12.6, [0.2, 12.4], {
      doors: [
        [2, 3],
        [8.6, 10.2],
      ],
    }),
    ...buildPartition("x", 7, [12.68, 18.2]),
    ...buildRow("x", 5, 0, [0.8, 0.5, 1.5, 0.7, 0.9]),
    ...buildRow("x", 4, 0, [1.6, 2.3, 1.5, 0.8, 0.9]),
    ...buildRow("x", 3, 0, [2, 5.2, 1.4, 0.6, 1.1]),
    ...buildRow("x", 2, 1.2, [1.2, 7.6, 0.9, 0.9, 0.75]),
    ...buildRow("x", 2, 1.2, [1.2, 10.2, 0.9, 0.9, 0.75]),
    ...buildRow("x", 2, 0.8, [8.8, 6.6, 0.9, 0.9, 0.75]),
    ...buildRow("x", 2, 0.8, [8.8, 10.6, 0.9, 0.9, 0.75]),
    ...buildRow("x", 3, 0, [14, 9.2, 1.1, 1, 0.75]),
    furniture(14, 11.7, 1.8, 0.5, 0.9),
    ...buildRow("y", 3, 0.2, [16.8, 0.6, 1, 1.4, 0.9]),
  ],
  rooms: [
    { name: "Kitchen", x: 10, y: 2.4 },
    { name: "Dining room", x: 7, y: 7.4 },
    { name: "Private room", x: 15.6, y: 8 },
    { name: "Store", x: 14.6, y: 4.4 },
  ],
  stops: [
    { title: "Door", text: "One step of 12 cm. The ramp is behind the coat rack.", x: 7.2, y: 11.6 },
    { title: "Table 12", text: "Quiet corner; no one tall under the beam.", x: 4.4, y: 9.4 },
    { title: "Bar", text: "Fuse on the left, allergen folder below the till.", x: 7, y: 6.2 },
    { title: "Pass", text: "Call the table number, then the guest's.", x: 10.3, y: 5.1 },
    { title: "Private room", text: "20 at one table, 22 without the sideboard.", x: 13.4, y: 11 },
  ],
  route: [
    [7.2, 11.6],
    [4.4, 9.4],
    [7, 6.2],
    [8.2, 5.1],
    [10.3, 5.1],
    [11.9, 5.4],
    [11.9, 9.4],
    [13.4, 9.4],
    [13.4, 11],
  ],
};
