/** A pin on the screen, CSS pixels. */
export interface ScreenPin {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

/** The pins of each group, by the pin that stands for it. */
export type PinGroups = ReadonlyMap<string, readonly string[]>;

// A group must come apart further than it came together: pins at the limit would flicker as the camera moves.
const holdFactor = 1.4;

/**
 * Groups pins that lie on each other: each joins the nearest earlier pin within reach, which then stands for both.
 * @param before the previous groups
 * @returns only groups of two or more
 */
export function groupPins(pins: readonly ScreenPin[], reachPx: number, before: PinGroups): PinGroups {
  const leaderBefore = new Map([...before].flatMap(([leader, ids]) => ids.map((id) => [id, leader] as const)));
  const cellPx = reachPx * holdFactor;
  const cells = new Map<string, ScreenPin[]>();
  const groups = new Map<string, string[]>();
  for (const pin of pins) {
    const [column, row] = [Math.floor(pin.x / cellPx), Math.floor(pin.y / cellPx)];
    let nearest: ScreenPin | null = null;
    let nearestPx = Number.POSITIVE_INFINITY;
    for (let at = 0; at < 9; at++) {
      for (const leader of cells.get(`${column + (at % 3) - 1} ${row + Math.floor(at / 3) - 1}`) ?? []) {
        const awayPx = Math.hypot(leader.x - pin.x, leader.y - pin.y);
        const held = leaderBefore.get(pin.id) === leader.id ? cellPx : reachPx;
        if (awayPx < held && awayPx < nearestPx) [nearest, nearestPx] = [leader, awayPx];
      }
    }
    if (nearest !== null) {
      groups.get(nearest.id)!.push(pin.id);
      continue;
    }
    groups.set(pin.id, [pin.id]);
    const cell = `${column} ${row}`;
    cells.set(cell, [...(cells.get(cell) ?? []), pin]);
  }
  return new Map([...groups].filter(([, ids]) => ids.length > 1));
}

/** Whether two groupings show the same. */
export function areSameGroups(one: PinGroups, other: PinGroups): boolean {
  return one.size === other.size && [...one].every(([leader, ids]) => ids.join() === other.get(leader)?.join());
}
