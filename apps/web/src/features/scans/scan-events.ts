import { buildUrl } from "@blueprint/contract/api-client";
import { getBlueprint, listBlueprints } from "@blueprint/contract/blueprints";
import type { BlueprintId } from "@blueprint/contract/ids";
import { getTeamPlan } from "@blueprint/contract/plans";
import { deletedScanSchema, scanEventsUrl, scanSchema } from "@blueprint/contract/scans";
import { getTeamUsage } from "@blueprint/contract/teams";
import { refreshQueries } from "../../lib/refresh-queries.ts";
import { findScan, noteFollowing, putScan, takeScan } from "./scans.queries.ts";

const reconnectMs = 4_000;

interface Stream {
  followers: number;
  source: EventSource | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  wasOpen: boolean;
}
const streams = new Map<BlueprintId, Stream>();

/**
 * Follows every change to a blueprint's scans until the returned function is called. Followers share one connection.
 */
export function followScans(blueprintId: BlueprintId): () => void {
  const stream = streams.get(blueprintId) ?? { followers: 0, source: null, timer: undefined, wasOpen: false };
  streams.set(blueprintId, stream);
  stream.followers += 1;
  if (stream.followers === 1) connect(blueprintId, stream);
  return () => {
    stream.followers -= 1;
    if (stream.followers > 0) return;
    streams.delete(blueprintId);
    noteFollowing(blueprintId, false);
    clearTimeout(stream.timer);
    stream.source?.close();
  };
}

function connect(blueprintId: BlueprintId, stream: Stream): void {
  const source = new EventSource(buildUrl(scanEventsUrl, { blueprintId }), { withCredentials: true });
  stream.source = source;
  source.addEventListener("scan", (event: MessageEvent<string>) => noteScan(event.data));
  source.addEventListener("scan-deleted", (event: MessageEvent<string>) => {
    const { success, data } = deletedScanSchema.safeParse(JSON.parse(event.data));
    if (success) takeScan(blueprintId, data.id);
  });
  source.addEventListener("open", () => {
    noteFollowing(blueprintId, true);
    // The server ends the stream when the blueprint moves to another team, which then owns its uploads and people.
    if (stream.wasOpen) void refreshQueries(getBlueprint, { blueprintId });
    stream.wasOpen = true;
  });
  source.addEventListener("error", () => {
    noteFollowing(blueprintId, false);
    // A dropped connection reconnects by itself; a refused one doesn't.
    if (source.readyState !== EventSource.CLOSED || streams.get(blueprintId) !== stream) return;
    stream.timer = setTimeout(() => connect(blueprintId, stream), reconnectMs);
  });
}

function noteScan(json: string): void {
  const { success, data: scan } = scanSchema.safeParse(JSON.parse(json));
  if (!success) return;
  const before = findScan(scan.blueprintId, scan.id);
  putScan(scan);
  if (before === undefined || before.state === scan.state) return;
  // Covers, states and the storage meter depend on scan states.
  for (const endpoint of [listBlueprints, getBlueprint, getTeamUsage, getTeamPlan]) void refreshQueries(endpoint);
}
