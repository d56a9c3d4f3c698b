import { errorCatalogue } from "@blueprint/contract/errors";
import { expect, test } from "vitest";
import type { Target } from "./api-targets.ts";
import { type FuzzAnswer, findFault, findLeak } from "./judge-answer.ts";
import type { FuzzRequest } from "./make-request.ts";

const target = { name: "GET /api/me", isStream: false } as Target;
const request = { method: "GET" } as FuzzRequest;
const json = (status: number, body: unknown): FuzzAnswer => ({
  status,
  type: "application/json; charset=utf-8",
  text: typeof body === "string" ? body : JSON.stringify(body),
});
const { status: refusedWith, message } = errorCatalogue["not-found"];
const refusal = { code: "not-found", message, requestId: "a" };
const judge = (answer: FuzzAnswer) => findFault(target, request, answer);

test.each([
  ["a failure of the server", json(500, { code: "internal" }), /^answered 500/],
  ["a gateway's failure", json(502, ""), /^answered 502/],
  ["a page instead of the catalogue's form", { status: 404, type: "text/html", text: "<p>Not found" }, /another form/],
  ["a code that the catalogue has not", json(404, { ...refusal, code: "gone-fishing" }), /unknown code/],
  ["another status than the code's", json(403, refusal), /which is 404/],
  ["another text than the catalogue's", json(404, { ...refusal, message: "duplicate key" }), /another text/],
  ["half of a document", json(200, '{"a":'), /no JSON/],
])("%s is a fault", (_, answer, fault) => {
  expect(judge(answer)).toMatch(fault);
});

test("an intended response is no fault", () => {
  expect(judge(json(200, { ok: true }))).toBeNull();
  expect(judge(json(refusedWith, refusal))).toBeNull();
  expect(judge({ status: 304, type: "", text: "" })).toBeNull();
});

test("another team's content is a leak to anyone, and its name to anyone but operators", () => {
  const foreign = { canary: "canary1", nameCanary: "name1" };
  const shown = (text: string) => [findLeak(text, foreign, false), findLeak(text, foreign, true)];
  expect(shown('{"title":"Task canary1","team":"name1"}')).toEqual(["canary1", "canary1"]);
  expect(shown('{"teams":[{"name":"name1\'s team"}]}')).toEqual(["name1", null]);
  expect(shown('{"teams":[]}')).toEqual([null, null]);
});
