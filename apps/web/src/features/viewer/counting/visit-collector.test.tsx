import { beginVisit, reportVisit } from "@blueprint/contract/visits";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerWith, failWith, listSent } from "../../../testing/answer-network.ts";
import { VisitCollector } from "./visit-collector.ts";

const beacons: Blob[] = [];
let collector: VisitCollector;

beforeEach(() => {
  vi.useFakeTimers();
  beacons.length = 0;
  navigator.sendBeacon = (_url, data) => beacons.push(data as Blob) > 0;
  collector = new VisitCollector({ url: "/api/published/hall/visits", body: { form: "scene", device: "phone" } });
});
afterEach(() => {
  collector.end();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const begin = async () => {
  window.dispatchEvent(new Event("pointermove"));
  await pass(0);
};
const show = (state: "visible" | "hidden") => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
  document.dispatchEvent(new Event("visibilitychange"));
};
const listReported = () =>
  (listSent(reportVisit) as { visit: string; events: { at: number; what: object }[] }[]).map(({ events }) => events);
const anchor = { kind: "anchor", id: "desk" } as const;

it("sends nothing before a person does something, and then what happened, each half minute", async () => {
  answerWith(beginVisit, { visit: "token" });
  answerWith(reportVisit, {});
  collector.note(anchor);
  await pass(60_000);
  expect(listSent(beginVisit)).toEqual([]);
  await begin();
  await begin();
  expect(listSent(beginVisit)).toEqual([{ form: "scene", device: "phone" }]);
  await pass(30_000);
  expect(listReported()).toEqual([
    [
      { at: 10, what: anchor },
      { at: 11, what: { kind: "seen", seconds: 90 } },
    ],
  ]);
  await pass(30_000);
  expect(listReported()[1]).toEqual([{ at: 12, what: { kind: "seen", seconds: 30 } }]);
});

it("counts time only while the page is visible, and reports as it is hidden", async () => {
  answerWith(beginVisit, { visit: "token" });
  await begin();
  collector.stayIn("zone", "hall");
  collector.stayIn("storey", "1");
  collector.passBy({ x: 1, z: 2, floorDm: 0 });
  collector.passBy({ x: 1, z: 2, floorDm: 0 });
  await pass(10_000);
  show("hidden");
  await pass(15_000);
  show("visible");
  await pass(2_000);
  collector.stayIn("zone", null);
  show("hidden");
  const reports = await Promise.all(beacons.map(async (beacon) => JSON.parse(await beacon.text())));
  expect(reports.map(({ events }) => events.map(({ what }: { what: object }) => what))).toEqual([
    [
      { kind: "spot", x: 1, z: 2, floorDm: 0 },
      { kind: "zone", id: "hall", seconds: 10 },
      { kind: "storey", id: "1", seconds: 10 },
      { kind: "seen", seconds: 10 },
    ],
    [
      { kind: "zone", id: "hall", seconds: 2 },
      { kind: "storey", id: "1", seconds: 2 },
      { kind: "seen", seconds: 2 },
    ],
  ]);
});

it("repeats a report that failed under the same numbers", async () => {
  answerWith(beginVisit, { visit: "token" });
  failWith(reportVisit, "internal");
  await begin();
  collector.note(anchor);
  await pass(30_000);
  answerWith(reportVisit, {});
  await pass(30_000);
  const [first, second] = listReported();
  expect(second?.slice(0, 2)).toEqual(first);
  expect(second?.map(({ at }) => at)).toEqual([10, 11, 12]);
});

it("ends when the server says that the visit has ended", async () => {
  answerWith(beginVisit, { visit: "token" });
  failWith(reportVisit, "visit-ended");
  await begin();
  await pass(30_000);
  collector.note(anchor);
  await pass(120_000);
  expect(listReported()).toHaveLength(1);
});

it("reports nothing of a visit that the server doesn't count", async () => {
  answerWith(beginVisit, { visit: null });
  await begin();
  collector.note(anchor);
  await pass(60_000);
  collector.end();
  expect(listReported()).toEqual([]);
  expect(beacons).toEqual([]);
});
