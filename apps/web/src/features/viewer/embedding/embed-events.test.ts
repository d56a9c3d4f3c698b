import { embedCommandSchema, embedEventSchema } from "@blueprint/contract/embed-messages";
import { expect, test, vi } from "vitest";
import { listEmbedEvents, nothingLookedAt } from "./embed-events.ts";
import { findPageAround } from "./page-around.ts";

const desk = { id: "desk", title: "Ticket desk" };
const lift = { id: "lift", title: "Lift" };

test("what changed between two moments is reported, as the schema has it", () => {
  const events = [
    ...listEmbedEvents(nothingLookedAt, { anchor: desk, tour: { id: "short", title: "Short tour" }, zone: null }),
    ...listEmbedEvents({ anchor: desk, tour: null, zone: null }, { anchor: lift, tour: null, zone: desk }),
    ...listEmbedEvents({ anchor: lift, tour: desk, zone: desk }, nothingLookedAt),
  ];
  expect(events.map(({ event }) => event)).toEqual([
    ...["tour-started", "anchor-opened", "zone-entered", "anchor-opened"],
    ...["zone-left", "tour-ended", "anchor-closed"],
  ]);
  for (const event of events) expect(embedEventSchema.safeParse({ blueprint: 1, ...event }).success).toBe(true);
  expect(listEmbedEvents({ ...nothingLookedAt, anchor: desk }, { ...nothingLookedAt, anchor: { ...desk } })).toEqual(
    [],
  );
});

test("only the page around it commands a place, and only in commands that it knows", () => {
  const around = { postMessage: vi.fn() };
  const own = Object.assign(new EventTarget(), { parent: around }) as unknown as Window;
  const page = findPageAround(own)!;
  const taken: object[] = [];
  const leave = page.listen((command) => taken.push(command));
  const send = (data: unknown, source: object = around) =>
    own.dispatchEvent(Object.assign(new Event("message"), { data, source }));
  const open = { blueprint: 1, command: "open-anchor", id: "desk" };
  send(open);
  send(open, { postMessage: () => {} });
  for (const other of [
    null,
    "open-anchor",
    { ...open, blueprint: 2 },
    { ...open, id: 5 },
    { blueprint: 1, command: "rm" },
  ])
    send(other);
  expect(taken).toEqual([open]);
  leave();
  send(open);
  expect(taken).toHaveLength(1);
  page.report({ event: "anchor-closed" });
  expect(around.postMessage).toHaveBeenCalledExactlyOnceWith({ blueprint: 1, event: "anchor-closed" }, "*");
});

test("a place on a page of its own has no page around it", () => {
  const own = new EventTarget() as unknown as Window;
  expect(findPageAround(Object.assign(own, { parent: own }))).toBeNull();
  expect(embedCommandSchema.safeParse({ blueprint: 1, command: "end-tour" }).success).toBe(true);
});
