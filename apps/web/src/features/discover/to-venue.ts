import { limits } from "@blueprint/contract/limits";
import type { FoundAddress } from "../../lib/map-service.ts";

/** What a blueprint of a found venue begins with: the service names it before its address, as in "Museum, Quay 1, Bergen". */
export function toVenue({ name: found, latitude, longitude }: FoundAddress) {
  const [first = found, ...rest] = found.split(",").map((part) => part.trim());
  const address = rest.length === 0 ? found : rest.join(", ");
  return {
    name: first.slice(0, limits.blueprintNameCharactersMax),
    // An address has no name of its own: it stays whole.
    address: (/\d/.test(first) ? found : address).slice(0, limits.addressCharactersMax),
    latitude,
    longitude,
  };
}
