import type { PublishedView } from "@blueprint/contract/published-content";

/** What can be left out of a picture as a whole. */
export type ShownLayer = NonNullable<PublishedView["hiddenLayers"]>[number];

/** What a picture leaves out, as a view keeps it. */
export interface Shown {
  /** Ids of single things. */
  readonly hidden: readonly string[];
  readonly hiddenLayers: readonly ShownLayer[];
  /** The storey that is shown alone; null for all. */
  readonly floor: number | null;
}

export const everythingShown: Shown = { hidden: [], hiddenLayers: [], floor: null };

/** What a view shows of anything but scans. */
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

/** The objects of a layer that are in the picture; the same list where nothing is left out. */
export function listShown<T extends { readonly id: string; readonly floor?: number | undefined }>(
  shown: Shown,
  layer: ShownLayer,
  objects: readonly T[],
): readonly T[] {
  if (isEverythingShown(shown)) return objects;
  if (shown.hiddenLayers.includes(layer)) return [];
  const hidden = new Set(shown.hidden);
  // What says no storey is on the ground floor.
  return objects.filter(({ id, floor = 0 }) => !hidden.has(id) && (shown.floor === null || shown.floor === floor));
}
