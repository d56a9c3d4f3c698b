import type { BlueprintId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { hasCode } from "../../lib/readable-error.ts";
import { followScans } from "./scan-events.ts";
import { scansQuery } from "./scans.queries.ts";

/** The scans of a blueprint, kept up to date while the screen is open. */
export function useScans(blueprintId: BlueprintId) {
  const scans = useQuery(scansQuery(blueprintId));
  // What is not theirs to see stays refused: an event stream would only be asked for again and again.
  const isRefused = hasCode(scans.error, "not-found");
  useEffect(() => (isRefused ? undefined : followScans(blueprintId)), [blueprintId, isRefused]);
  return scans;
}
