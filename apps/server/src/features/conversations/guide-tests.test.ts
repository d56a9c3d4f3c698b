import { createBlueprint } from "@blueprint/contract/blueprints";
import { searchPlace } from "@blueprint/contract/guide";
import {
  addGuideTest,
  type GuideExpectation,
  guideTestRunsKept,
  guideTestsMax,
  listGuideTests,
  removeGuideTest,
  runGuideTests,
} from "@blueprint/contract/guide-tests";
import { editAnchor } from "@blueprint/scene/anchor-operations";
import { editSettings } from "@blueprint/scene/settings-operations";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { knowledgeSets } from "../../db/schema/knowledge.ts";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { addAnchors, buildPlace } from "../guide/testing/build-place.ts";
import { storeSceneUpdates } from "../scene/scene.service.ts";
import { runTests } from "./guide-tests.jobs.ts";
import { AiService, quoteFirstNote } from "./testing/ai-service.ts";
import { museum } from "./testing/museum.ts";

const refusal: GuideExpectation = { kind: "refusal" };
const fromAnchor = (id: string): GuideExpectation => ({ kind: "source", source: { kind: "anchor", id } });

describe("a place's guide tests", () => {
  let app: TestApp;
  let ai: AiService;
  let place: Awaited<ReturnType<typeof buildPlace>>;
  beforeAll(async () => {
    ai = await AiService.start();
    app = await createTestApp({ config: { ai: ai.settings }, withJobs: true });
  });
  afterAll(async () => {
    await app.close();
    await ai[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    ai.model = quoteFirstNote;
    ai.refuseWith = null;
    place = await buildPlace(app, museum);
  });

  const add = (question: string, expects: GuideExpectation) =>
    place.owner.api(addGuideTest, { params: place.params, body: { question, expects } });
  const list = () => place.owner.api(listGuideTests, { params: place.params });
  /** Runs them on the draft, and waits for the results. */
  const run = async (withAnswers: boolean) => {
    const { id } = await place.owner.api(runGuideTests, { params: place.params, body: { withAnswers } });
    const find = async () => (await list()).runs.find((one) => one.id === id)!;
    await expect.poll(async () => (await find()).endedAt, { timeout: 15_000 }).not.toBeNull();
    return find();
  };
  const outcomes = ({ results }: Awaited<ReturnType<typeof run>>) =>
    results.map(({ question, outcome: came }) => [question, came]);

  it("by search alone pass if what is expected is found first; only nothing found counts as refused", async () => {
    await add("How much is a ticket?", fromAnchor("tickets"));
    await add("How much is a ticket, again?", fromAnchor("hours"));
    await add("Where are the dinosaurs?", refusal);
    await add("Where can I buy a toilet?", refusal);
    const done = await run(false);
    expect(outcomes(done)).toEqual([
      ["How much is a ticket?", "passed"],
      ["How much is a ticket, again?", "failed"],
      ["Where are the dinosaurs?", "passed"],
      ["Where can I buy a toilet?", "undecided"],
    ]);
    expect(done).toMatchObject({ version: null, withAnswers: false, problem: null, total: 4 });
    expect(done.results[0]).toMatchObject({ answer: "", titles: ["Ticket desk"] });
    expect(ai.setups).toEqual([]);
  });

  it("with answers pass if the answer cites what is expected, or is refused, each in a conversation of its own", async () => {
    ai.model = (asked) => (asked.question.includes("buy") ? "UNKNOWN" : quoteFirstNote(asked));
    await add("How much is a ticket?", fromAnchor("tickets"));
    await add("Where are the toilets?", fromAnchor("hours"));
    await add("Where can I buy a toilet?", refusal);
    await add("When are tickets sold?", refusal);
    const before = ai.setups.length;
    const done = await run(true);
    expect(outcomes(done)).toEqual([
      ["How much is a ticket?", "passed"],
      ["Where are the toilets?", "failed"],
      ["Where can I buy a toilet?", "passed"],
      ["When are tickets sold?", "failed"],
    ]);
    expect(done.results[0]).toMatchObject({
      answer: "Tickets for adults cost 12 euros, for children 5 euros.",
      titles: ["Ticket desk"],
    });
    expect(ai.setups.length - before).toBe(4);
  });

  it("ask the draft as visitors would see it, with the draft's instructions, and leave nothing searchable behind", async () => {
    const wishes = "Speak like a friendly librarian.";
    await draft((doc) => {
      addAnchors(doc, [{ id: "bikes", title: "Bicycle racks", text: "Racks for bicycles stand behind the house." }]);
      editAnchor(doc, "bikes", { text: "Racks for bicycles stand behind the house." });
      editSettings(doc, { guideInstructions: wishes });
    });
    await add("Where can I leave my bicycle?", fromAnchor("bikes"));
    await add("What is the code of the safe?", fromAnchor("safe"));
    expect(outcomes(await run(false))).toEqual([
      ["Where can I leave my bicycle?", "passed"],
      ["What is the code of the safe?", "failed"],
    ]);
    expect(outcomes(await run(true))[0]).toEqual(["Where can I leave my bicycle?", "passed"]);
    expect(JSON.stringify(ai.setups.at(-1)?.systemInstruction)).toContain(wishes);
    const visitors = { params: { slug: place.slug }, body: { question: "Where can I leave my bicycle?" } };
    expect((await app.anonymous(searchPlace, visitors)).found).toEqual([]);
    const sets = await app.context.db.select().from(knowledgeSets);
    expect(sets.filter(({ version }) => version === null)).toEqual([]);
  });

  it("are asked of each published version by search alone, and its results stay", async () => {
    await add("How much is a ticket?", fromAnchor("tickets"));
    await place.publish((doc) => editAnchor(doc, "tickets", { title: "Gone", text: "" }));
    const readVersions = async () =>
      (await list()).runs.filter(({ endedAt }) => endedAt !== null).map((one) => [one.version, outcomes(one)[0]?.[1]]);
    await expect.poll(readVersions, { timeout: 15_000 }).toEqual([[2, "failed"]]);
    await place.publish((doc) => editAnchor(doc, "tickets", { title: "Ticket desk" }));
    await expect.poll(readVersions, { timeout: 15_000 }).toEqual([
      [3, "passed"],
      [2, "failed"],
    ]);
  });

  it("stop when the AI service is away, and say so", async () => {
    ai.refuseWith = 500;
    for (const question of ["ticket 1", "ticket 2", "ticket 3", "ticket 4", "ticket 5"])
      await add(question, fromAnchor("tickets"));
    const done = await run(true);
    expect(done).toMatchObject({ problem: "service-unavailable", total: 5 });
    expect(outcomes(done).map(([, came]) => came)).toEqual(["undecided", "undecided", "undecided"]);
  });

  it("work on a blueprint that was never published", async () => {
    const { owner } = place;
    const body = {
      teamId: owner.personalTeamId,
      name: "Cellar",
      industry: "museum",
      description: "",
      address: "",
    } as const;
    const { id } = await owner.api(createBlueprint, { body: { ...body, description: "A cellar full of apples." } });
    place = { ...place, id, params: { blueprintId: id } };
    await add("Are there apples?", { kind: "source", source: { kind: "place", id: "" } });
    expect(outcomes(await run(false))).toEqual([["Are there apples?", "passed"]]);
  });

  it("are limited, and only those of the blueprint can be removed", async () => {
    const first = await add("Where?", refusal);
    await app.context.sql`insert into guide_tests (id, blueprint_id, question, expects, created_at)
      select gen_random_uuid(), ${place.id}, 'Where?', '{"kind":"refusal"}', now() from generate_series(2, ${guideTestsMax}) n`;
    expect(await outcome(add("One more?", refusal))).toBe("guide-tests-full");
    const other = await buildPlace(app, museum);
    const foreign = { ...other.params, testId: first.id };
    expect(await outcome(other.owner.api(removeGuideTest, { params: foreign }))).toBe("not-found");
    await place.owner.api(removeGuideTest, { params: { ...place.params, testId: first.id } });
    expect((await list()).tests).toHaveLength(guideTestsMax - 1);
    expect(await outcome(add("x".repeat(301), refusal))).toBe("invalid-input");
    const nonsense = { kind: "source", source: { kind: "planet", id: "x" } } as unknown as GuideExpectation;
    expect(await outcome(add("Where?", nonsense))).toBe("invalid-input");
  });

  it("keep the last runs, and one run of the draft at a time", async () => {
    await add("How much is a ticket?", fromAnchor("tickets"));
    await app.context.sql`insert into guide_test_runs
      (id, blueprint_id, version, with_answers, started_at, ended_at, results, total)
      select gen_random_uuid(), ${place.id}, n, false, now() - n * interval '1 day', now(), '[]', 0
      from generate_series(1, ${guideTestRunsKept}) n`;
    let goOn = () => {};
    const isAsked = new Promise<void>((resolve) => {
      ai.model = async (asked) => {
        resolve();
        await new Promise<void>((held) => (goOn = held));
        return quoteFirstNote(asked);
      };
    });
    const start = () => place.owner.api(runGuideTests, { params: place.params, body: { withAnswers: true } });
    const started = await start();
    await isAsked;
    expect((await start()).id).toBe(started.id);
    const { runs } = await list();
    expect(runs).toHaveLength(guideTestRunsKept);
    expect(runs.map(({ version }) => version)).not.toContain(guideTestRunsKept);
    goOn();
    await expect.poll(async () => (await list()).runs[0]?.endedAt, { timeout: 15_000 }).not.toBeNull();
  });

  it("can be run again when the job of an earlier run was lost", async () => {
    await add("How much is a ticket?", fromAnchor("tickets"));
    await app.context.sql`insert into guide_test_runs (id, blueprint_id, with_answers, started_at, results, total)
      values (gen_random_uuid(), ${place.id}, false, now() - interval '3 hours', '[]', 1)`;
    expect(outcomes(await run(false))).toEqual([["How much is a ticket?", "passed"]]);
  });

  it("end a run that the server can't complete, and say so", async () => {
    await add("How much is a ticket?", fromAnchor("tickets"));
    const runId = app.context.ids.uuid();
    await app.context.sql`insert into guide_test_runs (id, blueprint_id, with_answers, started_at, results, total)
      values (${runId}, ${place.id}, false, now(), '[]', 1)`;
    const attempt = { signal: new AbortController().signal, isLastAttempt: true };
    const away = { ...app.context, ids: { ...app.context.ids, uuid: () => "not an id" } };
    await expect(runTests(away, { runId }, attempt)).rejects.toThrow();
    expect((await list()).runs[0]).toMatchObject({ problem: "failed", endedAt: expect.any(String) });
  });

  it("with answers need an AI service", async () => {
    const plain = await createTestApp();
    const { owner, params } = await buildPlace(plain, museum);
    const start = owner.api(runGuideTests, { params, body: { withAnswers: true } });
    expect(await outcome(start)).toBe("no-ai-service");
    await plain.close();
  });

  async function draft(change: (doc: Y.Doc) => void): Promise<void> {
    const doc = new Y.Doc();
    change(doc);
    const update = Y.encodeStateAsUpdate(doc);
    await storeSceneUpdates(app.context, place.id, [{ update, authorId: place.owner.userId, changeCount: 1 }]);
  }
});
