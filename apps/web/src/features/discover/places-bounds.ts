import type { LocatedPlace } from "@blueprint/contract/discover";
import { type GeoBounds, toBounds } from "../../ui/map/cluster-pins.ts";

const worldBounds: GeoBounds = { south: -50, west: -150, north: 70, east: 160 };

/** A box around all places; most of the inhabited world without any. */
export function toPlacesBounds(places: readonly LocatedPlace[]): GeoBounds {
  const [first, ...rest] = places;
  return first === undefined ? worldBounds : toBounds([first, ...rest]);
}
