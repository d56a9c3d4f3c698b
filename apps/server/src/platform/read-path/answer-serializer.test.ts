import { blueprintSchema } from "@blueprint/contract/blueprints";
import { describe, expect, it } from "vitest";
import { createAnswerMemory } from "./answer-memory.ts";
import { answerSerializerCompiler } from "./answer-serializer.ts";

const id = "0194f5b0-1c3d-7abc-8def-0123456789ab";
const blueprint = {
  id,
  teamId: id,
  slug: "hall-1",
  name: "Hall",
  industry: "museum",
  description: "",
  place: { address: "1 Main Street", latitude: 47.1, longitude: null },
  tags: ["harbour"],
  timeZone: null,
  placeId: null,
  floorAreaSquareMetres: 12.5,
  openingHours: null,
  facts: [{ label: "Wi-Fi", text: "Free" }],
  claimState: "unclaimed",
  state: "ready",
  visibility: "team",
  hasPassword: false,
  expiresAt: null,
  embedOrigins: ["https://example.org"],
  publishedVersion: null,
  latestVersion: 3,
  cover: { kind: "scan", id },
  coverUrl: null,
  scanCount: 1,
  failedScanCount: 0,
  createdAt: "2026-11-20T10:00:00.000Z",
  updatedAt: "2026-11-20T10:00:00.000Z",
  removedAt: null,
};
const schema = blueprintSchema;
const write = answerSerializerCompiler({ schema, method: "GET", url: "/test", httpStatus: "200" } as never);

describe("answers", () => {
  it.each([
    ["an unknown field", { passwordHash: "secret" }],
    ["an unknown field further in", { place: { ...blueprint.place, owner: "secret" } }],
    ["a text to be trimmed", { place: { ...blueprint.place, address: " 1 Main Street" } }],
  ])("with %s are sent without it", (_, change) => {
    expect(JSON.parse(write({ ...blueprint, ...change }))).toEqual(blueprint);
  });

  it.each([
    ["a missing field", { name: undefined }],
    ["a text for a number", { scanCount: "1" }],
    ["a fraction for a whole number", { scanCount: 1.5 }],
    ["a number that is none", { place: { ...blueprint.place, latitude: Number.NaN } }],
    ["a latitude beyond the pole", { place: { ...blueprint.place, latitude: 91 } }],
    ["a control character", { place: { ...blueprint.place, address: "1\u0000" } }],
    ["an id that is none", { id: "1" }],
    ["a state nobody knows", { state: "lost" }],
    ["a list of other things", { embedOrigins: [1] }],
    ["a date", { createdAt: new Date(0) }],
  ])("with %s are refused", (_, change) => {
    expect(() => write({ ...blueprint, ...change })).toThrow();
  });

  it("are cached as they were sent, without what their schema does not name", () => {
    const memory = createAnswerMemory(10_000);
    const sent = write(memory.keep("hall-1", { ...blueprint, passwordHash: "secret" }));
    expect(JSON.parse(sent)).toEqual(blueprint);
    const known = memory.find("hall-1");
    expect(known).toBeDefined();
    expect(write(known)).toBe(sent);
    expect(memory.find("hall-2")).toBeUndefined();
    expect(() => write(memory.keep("hall-2", { ...blueprint, state: "lost" }))).toThrow();
    expect(memory.find("hall-2")).toBeUndefined();
  });
});
