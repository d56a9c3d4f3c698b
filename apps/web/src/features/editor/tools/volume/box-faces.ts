import type { Vector3 } from "@blueprint/scene/vector";
import type { Face } from "@blueprint/scene/volume-operations";

interface NamedFace extends Face {
  readonly label: string;
  /** Its centre, from -1 to 1 along the box's own axes. */
  readonly at: Vector3;
}

export const faces: readonly NamedFace[] = [
  { label: "left side", axis: 0, side: -1, at: [-1, 0, 0] },
  { label: "right side", axis: 0, side: 1, at: [1, 0, 0] },
  { label: "bottom", axis: 1, side: -1, at: [0, -1, 0] },
  { label: "top", axis: 1, side: 1, at: [0, 1, 0] },
  { label: "back", axis: 2, side: -1, at: [0, 0, -1] },
  { label: "front", axis: 2, side: 1, at: [0, 0, 1] },
];

/** The twelve edges of a box, from -1 to 1 along its own axes. */
export function listEdges(): (readonly [from: Vector3, to: Vector3])[] {
  const signs = [-1, 1] as const;
  return signs.flatMap((one) =>
    signs.flatMap((other): (readonly [Vector3, Vector3])[] => [
      [
        [-1, one, other],
        [1, one, other],
      ],
      [
        [one, -1, other],
        [one, 1, other],
      ],
      [
        [one, other, -1],
        [one, other, 1],
      ],
    ]),
  );
}
