import type { PublishedView } from "@blueprint/contract/published-content";

/** Layers that a view can hide as a whole. */
export type ShownLayer = NonNullable<PublishedView["hiddenLayers"]>[number];

/** What a view hides. */
export interface Shown {
  /** Ids of single objects. */
  readonly hidden: readonly string[];
  readonly hiddenLayers: readonly ShownLayer[];
  /** The only visible storey; null for all. */
  readonly floor: number | null;
}

export const everythingShown: Shown = { hidden: [], hiddenLayers: [], floor: null };

/** What a view shows besides scans. */
export function toShown({
  hidden,
  hiddenLayers = [],
  floor,
}: {
  readonly hidden: readonly string[];
  readonly hiddenLayers?: readonly ShownLayer[] | undefined;
  readonly floor: number | null;
}): Shown {
  return { hidden, hiddenLayers, floor };
}

export function isEverythingShown({ hidden, hiddenLayers, floor }: Shown): boolean {
  return hidden.length === 0 && hiddenLayers.length === 0 && floor === null;
}

/** Visible objects of a layer; returns the same list if nothing is hidden. */
export function listShown<T extends { readonly id: string; readonly floor?: number | undefined }>(
  shown: Shown,
  layer: ShownLayer,
  objects: readonly T[],
): readonly T[] {
  if (isEverythingShown(shown)) return objects;
  if (shown.hiddenLayers.includes(layer)) return [];
  const hidden = new Set(shown.hidden);
  // Objects without a storey are on the ground floor.
  return objects.filter(({ id, floor = 0 }) => !hidden.has(id) && (shown.floor === null || shown.floor === floor));
}
