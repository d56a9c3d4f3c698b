import type { Vector3 } from "@blueprint/scene/vector";

/** Beyond this, pins are drawn as dots: each pin is a DOM element that is repositioned every frame. */
export const pinsMax = 150;

/**
 * Picks which of very many anchors are pins now: the selected ones, then those nearest to the camera. The others are
 * dots, which share one draw call.
 */
export function choosePins<A extends { readonly id: string; readonly position: Vector3 }>(
  anchors: readonly A[],
  chosen: ReadonlySet<string>,
  camera: Vector3,
): { readonly pins: readonly A[]; readonly dots: readonly A[] } {
  if (anchors.length <= pinsMax) return { pins: anchors, dots: [] };
  const ranked = anchors.map((anchor, index) => ({
    index,
    far: chosen.has(anchor.id) ? -1 : measure(anchor.position, camera),
  }));
  ranked.sort((a, b) => a.far - b.far || a.index - b.index);
  const isPin = new Set(ranked.slice(0, pinsMax).map(({ index }) => index));
  const pins: A[] = [];
  const dots: A[] = [];
  anchors.forEach((anchor, index) => {
    (isPin.has(index) ? pins : dots).push(anchor);
  });
  return { pins, dots };
}

/** The id of the dot nearest to a screen point within reach; null if there is none. */
export function findDotAt(
  dots: readonly { readonly id: string; readonly position: Vector3 }[],
  at: { readonly x: number; readonly y: number },
  reachPx: number,
  toScreen: (point: Vector3) => { readonly x: number; readonly y: number } | null,
): string | null {
  let found: string | null = null;
  let nearest = reachPx;
  for (const { id, position } of dots) {
    const screen = toScreen(position);
    if (screen === null) continue;
    const distance = Math.hypot(screen.x - at.x, screen.y - at.y);
    if (distance <= nearest) [found, nearest] = [id, distance];
  }
  return found;
}

function measure(a: Vector3, b: Vector3): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}
