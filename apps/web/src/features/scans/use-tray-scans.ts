import type { ScanId } from "@blueprint/contract/ids";
import type { Scan } from "@blueprint/contract/scans";
import { useQueries } from "@tanstack/react-query";
import { useEffect } from "react";
import { hasCode } from "../../lib/readable-error.ts";
import { scansQuery } from "./scans.queries.ts";
import { type Transfer, transfers } from "./transfers.store.ts";

/** The tray's scans as the server knows them. Deleted scans leave the tray. */
export function useTrayScans(all: readonly Transfer[]): ReadonlyMap<ScanId, Scan> {
  const blueprintIds = [...new Set(all.map(({ blueprintId }) => blueprintId))];
  const lists = useQueries({ queries: blueprintIds.map((id) => scansQuery(id)) });

  const scans = new Map<ScanId, Scan>();
  const gone: ScanId[] = [];
  for (const [index, list] of lists.entries()) {
    for (const scan of list.data ?? []) scans.set(scan.id, scan);
    const isRead = list.isSuccess && !list.isFetching;
    if (!isRead && !hasCode(list.error, "not-found")) continue;
    for (const { blueprintId, scanId, upload } of all)
      if (blueprintId === blueprintIds[index] && upload === null && !scans.has(scanId)) gone.push(scanId);
  }
  const ready = all.filter(({ scanId, isDone }) => !isDone && scans.get(scanId)?.state === "ready");

  const goneIds = gone.join(" ");
  const readyIds = ready.map(({ scanId }) => scanId).join(" ");
  useEffect(() => {
    for (const id of goneIds.split(" ").filter(Boolean)) transfers.forget(id as ScanId);
    for (const id of readyIds.split(" ").filter(Boolean)) transfers.finish(id as ScanId);
  }, [goneIds, readyIds]);
  return scans;
}
