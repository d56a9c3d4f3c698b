import { blueprintSchema, listBlueprints } from "@blueprint/contract/blueprints";
import { serializerCompiler } from "fastify-type-provider-zod";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { answerSerializerCompiler, compileExactCheck } from "./answer-serializer.ts";

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
const route = (schema: unknown) => ({ schema, method: "GET", url: "/test", httpStatus: "200" }) as never;
const isExactly = compileExactCheck(blueprintSchema);

describe("answers", () => {
  it("that match their schema are written as they are", () => {
    expect(isExactly?.(blueprint)).toBe(true);
    const list = { blueprints: [blueprint, blueprint], nextCursor: null, total: 2 };
    const { response } = listBlueprints.schema;
    expect(answerSerializerCompiler(route(response))(list)).toBe(serializerCompiler(route(response))(list));
  });

  it.each([
    ["an unknown field", { passwordHash: "secret" }],
    ["an unknown field further in", { place: { ...blueprint.place, owner: "secret" } }],
    ["a text to be trimmed", { place: { ...blueprint.place, address: " 1 Main Street" } }],
  ])("with %s are written by zod, which removes that", (_, change) => {
    const answer = { ...blueprint, ...change };
    expect(isExactly?.(answer)).toBe(false);
    expect(JSON.parse(answerSerializerCompiler(route(blueprintSchema))(answer))).toEqual(blueprint);
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
    const answer = { ...blueprint, ...change };
    expect(isExactly?.(answer)).toBe(false);
    expect(() => answerSerializerCompiler(route(blueprintSchema))(answer)).toThrow();
  });

  it("that zod changes, or might, are always written by zod", () => {
    for (const schema of [
      z.string().default("x"),
      z.object({ a: z.union([z.object({}), z.object({ b: z.string() })]) }),
      z.looseObject({}),
      z.object({ a: z.string() }).refine(() => false),
      z.array(z.string()).max(1),
    ]) {
      expect(compileExactCheck(schema)).toBeNull();
    }
  });

  it("may omit optional fields and have any keys in records", () => {
    const check = compileExactCheck(z.object({ a: z.string().optional(), counts: z.record(z.string(), z.number()) }));
    expect(check?.({ counts: { anything: 1 } })).toBe(true);
    expect(check?.({ a: undefined, counts: {} })).toBe(true);
    expect(check?.({ counts: { anything: "1" } })).toBe(false);
    expect(check?.({ counts: [] })).toBe(false);
  });
});
