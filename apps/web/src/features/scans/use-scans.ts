import type { BlueprintId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { followScans } from "./scan-events.ts";
import { scansQuery } from "./scans.queries.ts";

/** The scans of a blueprint, kept up to date while the screen is open. */
export function useScans(blueprintId: BlueprintId) {
  useEffect(() => followScans(blueprintId), [blueprintId]);
  return useQuery(scansQuery(blueprintId));
}
