import type { Vector3 } from "./vector.ts";

export interface ExampleAnchor {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly position: Vector3;
  readonly normal: Vector3;
  /** Shown on its pin instead of the number. */
  readonly icon?: string;
}

const invented = "Example exhibit, invented for this venue.";

/**
 * The built-in venue, openly fictional and owned by no team. Positions are in the frame of its scan, metres, y up;
 * `tools/demo-venue` generates the model, and its test checks that every anchor lies on a surface.
 */
export const exampleMuseum = {
  name: "Museum of Small Measures (example)",
  industry: "museum",
  description:
    "An invented museum of 18.4 by 12.6 metres: two rooms of exhibits, a hall, a shop, a café and a store. It shows what a walked venue is like before you bring a scan of your own. Nothing in it exists.",
  address: "Example venue, at no real address",
  fileName: "example-museum.glb",
  anchors: [
    {
      id: "welcome",
      title: "Welcome and opening hours",
      text: `Tuesday to Sunday, 10:00 to 17:00. Thursday until 20:00. Closed on Mondays.
Last admission is 30 minutes before closing.

This is a museum of things people made in order to agree with each other: on a length, a height, a date. It fits into two rooms. Most visitors stay for forty minutes.

Photographs are welcome. Please leave large bags at the desk.

Example text: this museum and its hours are invented.`,
      position: [6.348, 1.7, 8.05],
      normal: [1, 0, 0],
    },
    {
      id: "entrance",
      icon: "accessible",
      title: "Step-free entrance",
      text: `The door is 2 m wide, opens by itself and has no threshold. All public rooms are on one level, and every passage is at least 1.3 m wide.

The low part of the desk is 75 cm high. Benches stand in room 2 and here by the east wall. Wheelchairs and folding stools are lent at the desk without a deposit.

A quiet hour is kept on Wednesdays from 10:00 to 11:00: the lamps are dimmed and the café's machine is off.

Example text, invented for this venue.`,
      position: [9.1, 0, 11.7],
      normal: [0, 1, 0],
    },
    {
      id: "meridian",
      icon: "way",
      title: "The brass line: where to go",
      text: `Follow the brass line in the floor. It runs north from the door, through the hall and into room 2, with a mark every metre and a long one every five.

Start in room 2 with the two cases under the window. Leave by the west door into room 1, walk around the three plinths, and come back to the hall through the south-west door. The whole way is about 45 m.

A meridian line is older than any map of the town around it: stand on it at noon and your shadow points along the brass. In here it can only point at the light switch.

${invented}`,
      position: [9.395, 0.004, 8.3],
      normal: [0, 1, 0],
    },
    {
      id: "rulers",
      title: "Seven rulers that do not agree",
      text: `Oak, brass, iron and painted pine. Each is marked as one metre; the shortest measures 0.91 m and the longest 1.13 m.

All seven were honest. Each was copied from another ruler, and each copy kept the error of the one before. The oak one at the back was the fifth copy; its owner used it for thirty years and complained about his suppliers.

Look at the end of the red one: somebody has filed it, twice, in opposite directions.

${invented}`,
      position: [7.95, 0.934, 1.0],
      normal: [0, 1, 0],
    },
    {
      id: "cubes",
      title: "Nine cubes, each a little more",
      text: `Every cube is 18 % longer along its edge than the one before. That makes it 64 % heavier, which the hand notices and the eye does not.

The set taught apprentices to distrust what looks like a small step. Seen in a row the cubes seem to grow evenly. On the scale the last one outweighs the first by more than fifty times.

A tenth cube was ordered and never paid for.

${invented}`,
      position: [11.27, 0.98, 1.0],
      normal: [0, 1, 0],
    },
    {
      id: "moon",
      title: "Thirty nights, from one window",
      text: `Ink and body colour on dark paper, 140 × 140 cm.

One circle for each night, drawn from the same chair. On clouded nights the artist drew what she expected and corrected it the next evening. The corrections are visible only from the side: step to the left and look along the surface.

Read it like a page, from the top left. It begins and ends in the dark. The bright row in the middle is not a mistake: it was a long, clear week.

${invented}`,
      position: [12.852, 1.62, 1.5],
      normal: [-1, 0, 0],
    },
    {
      id: "knot",
      title: "Knot for a surveyor",
      text: `Brass tube, bent cold, 1 m long before it was tied.

A surveyor's chain was counted by its links, and a knot in it was a lie of known size. This one cannot be untied without being cut: its two ends were joined after the knot was made.

It has three lobes from above and none from the side. Walk around it once; the museum's children have voted the north corner the best place to stand.

${invented}`,
      position: [1.884, 1.433, 2.171],
      normal: [0, 0, 1],
    },
    {
      id: "hill",
      title: "A hill, averaged",
      text: `Eleven layers of cast stone and oak, each 45 mm.

Four people measured the same hill on the same day and came home with four different hills. This is the mean of them. Nobody has ever stood on it, and yet it is closer to the truth than any of the four.

The two oak layers mark the heights on which all four agreed.

You may touch it. The edges have been rounded for that.

${invented}`,
      position: [4.52, 1.445, 1.81],
      normal: [0, 1, 0],
    },
    {
      id: "bob",
      title: "Plumb bob for a tall house",
      text: `Brass, 41 kg, on 2 m of steel wire.

The heavier the bob, the less it minds the wind in the stairwell. This one was made for a house of nine storeys and was hung once. It needed two hours to come to rest, and then showed that the house leaned by the width of a thumb.

Its tip hangs 5 cm above the plinth. If it moves while you look at it, somebody has closed the street door.

${invented}`,
      position: [1.95, 1.5, 5.088],
      normal: [0, 0, -1],
    },
    {
      id: "contours",
      title: "Contour study, evening",
      text: `Ink on laid paper, 125 × 125 cm.

Every line joins places of the same height. Every fifth line is drawn thicker, so that heights can be counted from a distance. Where lines crowd, the ground is steep; where they part, a cart could have passed.

The red dot is where the draughtsman sat. He was the only thing on the hill that he could not measure.

${invented}`,
      position: [1.55, 1.62, 7.252],
      normal: [0, 0, -1],
    },
  ],
} as const satisfies {
  readonly name: string;
  readonly industry: string;
  readonly description: string;
  readonly address: string;
  readonly fileName: string;
  readonly anchors: readonly ExampleAnchor[];
};
