import type { BlueprintId, ScanId } from "@blueprint/contract/ids";
import type { Scan } from "@blueprint/contract/scans";
import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { queryClient } from "../../lib/session.ts";
import { countHeard, findScan, noteFollowing, putAnswer, putScan, scansQuery } from "./scans.queries.ts";

const blueprintId = "0197a2b8-0000-7000-8000-000000000001" as BlueprintId;
const scanId = "0197a2b8-0000-7000-8000-000000000002" as ScanId;
const scanIn = (state: Scan["state"]) => ({ id: scanId, blueprintId, state }) as Scan;
const shown = () => findScan(blueprintId, scanId)?.state;

beforeEach(() => {
  queryClient.setQueryData(scansQuery(blueprintId).queryKey, { scans: [scanIn("failed")] });
});

it("a mutation's response is shown", () => {
  putAnswer(scanIn("queued"), countHeard());
  expect(shown()).toBe("queued");
});

it("a slow response does not hide updates received since the request", () => {
  const askedAt = countHeard();
  putScan(scanIn("processing"));
  putScan(scanIn("failed"));
  putAnswer(scanIn("queued"), askedAt);
  expect(shown()).toBe("failed");
});

it("shows an event that says what a list response said before it", () => {
  const observer = new QueryObserver(queryClient, { ...scansQuery(blueprintId), enabled: false });
  onTestFinished(observer.subscribe(() => {}));
  noteFollowing(blueprintId, true);
  onTestFinished(() => noteFollowing(blueprintId, false));
  putScan(scanIn("processing"));
  queryClient.setQueryData(scansQuery(blueprintId).queryKey, { scans: [scanIn("ready")] });
  expect(observer.getCurrentResult().data, "it may be older than the event").toEqual([scanIn("processing")]);
  putScan(scanIn("ready"));
  expect(observer.getCurrentResult().data).toEqual([scanIn("ready")]);
});
