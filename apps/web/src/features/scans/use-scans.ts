import type { BlueprintId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { hasCode } from "../../lib/readable-error.ts";
import { followScans } from "./scan-events.ts";
import { scansQuery } from "./scans.queries.ts";

/** A blueprint's scans, kept current while the screen is open. */
export function useScans(blueprintId: BlueprintId) {
  const scans = useQuery(scansQuery(blueprintId));
  // A scan without access stays refused: the event stream would only retry over and over.
  const isRefused = hasCode(scans.error, "not-found");
  useEffect(() => (isRefused ? undefined : followScans(blueprintId)), [blueprintId, isRefused]);
  return scans;
}
