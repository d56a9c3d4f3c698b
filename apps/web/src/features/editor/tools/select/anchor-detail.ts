import type { Vector3 } from "@blueprint/scene/vector";

/** More pins than this are drawn as dots: each pin is an element of the page and has to be placed in every frame. */
export const pinsMax = 150;

/**
 * Which of very many anchors are pins now: what is selected, then the nearest to the camera. The others are dots, which
 * cost one draw call together.
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

/** The id of the dot nearest to a point of the screen within reach; null when none is. */
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
