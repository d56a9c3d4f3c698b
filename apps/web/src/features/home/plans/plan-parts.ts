import { buildWall, furniture, type PlanBox, planSize, type Span } from "../venue-plan.ts";

const { width, depth } = planSize;

interface Openings {
  readonly doors?: readonly Span[];
  readonly windows?: readonly Span[];
}

/** The four outer walls; `back` and `front` run along x, `left` and `right` along y. */
export function buildShell({
  back = {},
  front = {},
  left = {},
  right = {},
}: {
  readonly back?: Openings;
  readonly front?: Openings;
  readonly left?: Openings;
  readonly right?: Openings;
}): readonly PlanBox[] {
  return [
    ...buildWall("x", 0, [0, width], 0.4, back),
    ...buildWall("x", depth, [0, width], 0.4, front),
    ...buildWall("y", 0, [0.2, depth - 0.2], 0.4, left),
    ...buildWall("y", width, [0.2, depth - 0.2], 0.4, right),
  ];
}

/** An inner wall. */
export function buildPartition(
  direction: "x" | "y",
  at: number,
  span: Span,
  openings: Openings = {},
): readonly PlanBox[] {
  return buildWall(direction, at, span, 0.16, openings);
}

/** A row of equal items along x or y, `gap` metres apart. Short pieces sort correctly by depth. */
export function buildRow(
  direction: "x" | "y",
  count: number,
  gap: number,
  [x, y, boxWidth, boxDepth, height]: readonly [x: number, y: number, width: number, depth: number, height: number],
): readonly PlanBox[] {
  return Array.from({ length: count }, (_, index) =>
    direction === "x"
      ? furniture(x + index * (boxWidth + gap), y, boxWidth, boxDepth, height)
      : furniture(x, y + index * (boxDepth + gap), boxWidth, boxDepth, height),
  );
}
