import { setTimeout } from "node:timers/promises";
import { searchPlace } from "@blueprint/contract/guide";
import {
  getGuideRates,
  guideCountsKeptDays,
  listUnansweredQuestions,
  removeUnansweredQuestion,
  unansweredKeptDays,
  unansweredMax,
} from "@blueprint/contract/guide-questions";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { editSettings } from "@blueprint/scene/settings-operations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { AskedCounts } from "./asked-counts.ts";
import { addToCounts } from "./asked-questions.repository.ts";
import { keepUnanswered, removeOldQuestions, withoutTraces } from "./asked-questions.service.ts";
import { addAnchors, buildPlace, type Fill } from "./testing/build-place.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const museum: Fill = (doc) => {
  addAnchors(doc, [{ id: "tickets", title: "Ticket desk", text: "Tickets for adults cost 12 euros." }]);
};
const keepingMuseum: Fill = (doc) => {
  museum(doc);
  editSettings(doc, { unansweredQuestions: "keep" });
};
/** Counts are written twice a second. */
const patience = { timeout: 10_000 };

type Place = Awaited<ReturnType<typeof buildPlace>>;

const ask = ({ slug }: Place, question: string) => app.anonymous(searchPlace, { params: { slug }, body: { question } });
const list = async ({ owner, params }: Place) => owner.api(listUnansweredQuestions, { params });
const listTexts = async (place: Place) => (await list(place)).questions.map(({ question }) => question);

describe("a question that nothing answers", () => {
  it("is kept where the published version says so, and visitors can read that", async () => {
    const place = await buildPlace(app, museum);
    await ask(place, "Where can I park?");
    expect(await listTexts(place)).toEqual([]);
    await place.publish((doc) => editSettings(doc, { unansweredQuestions: "keep" }));
    await ask(place, "Where can I park?");
    await ask(place, "How much is a ticket?");
    expect(await listTexts(place)).toEqual(["Where can I park?"]);
    const read = async () => app.anonymous(getPublishedBlueprint, { params: { slug: place.slug }, query: {} });
    expect((await read()).scene.keepsQuestions).toBe(true);

    // Deciding otherwise deletes them, once it is published.
    await place.publish((doc) => editSettings(doc, { unansweredQuestions: "forget" }));
    expect((await read()).scene.keepsQuestions).toBeUndefined();
    expect(await list(place)).toEqual({ questions: [], total: 0 });
  });

  it("is one question however its words are put, the most frequent first", async () => {
    const place = await buildPlace(app, keepingMuseum);
    await ask(place, "Are there lockers?");
    await ask(place, "Do you have Wi-Fi here?");
    await ask(place, "Where is the locker");
    const { questions, total } = await list(place);
    expect(questions.map(({ question, nothingFoundCount }) => [question, nothingFoundCount])).toEqual([
      ["Where is the locker", 2],
      ["Do you have Wi-Fi here?", 1],
    ]);
    expect(total).toBe(2);
  });

  it("of the team itself is neither kept nor counted, as whomever they view the place", async () => {
    const place = await buildPlace(app, keepingMuseum);
    const params = { slug: place.slug };
    await place.owner.api(searchPlace, { params, body: { question: "Where can I park?" } });
    await place.owner.api(searchPlace, { params, body: { question: "Where can I park?", as: "visitor" } });
    expect(await listTexts(place)).toEqual([]);
    await ask(place, "tickets");
    await expect.poll(() => readRates(place), patience).toMatchObject({ searches: { asked: 1 } });
  });

  it("goes when the team has dealt with it, and comes back when it is asked again", async () => {
    const place = await buildPlace(app, keepingMuseum);
    await ask(place, "Where can I park?");
    const [question] = (await list(place)).questions;
    const params = { ...place.params, questionId: question!.id };
    const other = await buildPlace(app, keepingMuseum);
    const foreign = { ...other.params, questionId: question!.id };
    expect(await outcome(other.owner.api(removeUnansweredQuestion, { params: foreign }))).toBe("not-found");
    await place.owner.api(removeUnansweredQuestion, { params });
    expect(await listTexts(place)).toEqual([]);
    expect(await outcome(place.owner.api(removeUnansweredQuestion, { params }))).toBe("not-found");
    await ask(place, "Where can I park?");
    expect(await listTexts(place)).toEqual(["Where can I park?"]);
  });

  it.each([
    ["I am jo.doe@example.org, where do I park?", "I am … where do I park?"],
    ["call me at +49 (170) 123-45 67", "call me at …"],
    ["Buchung ٤٥٦٧٨٩ verlegen", "Buchung … verlegen"],
    ["Open from 9 to 17 in 2026?", "Open from 9 to 17 in 2026?"],
  ])("is kept without what could tell who asked: %s", (question, kept) => expect(withoutTraces(question)).toBe(kept));

  it("leaves no trace in its words either, and isn't kept if nothing else is in it", async () => {
    const place = await buildPlace(app, keepingMuseum);
    await ask(place, "Parking for jo.doe@example.org?");
    await ask(place, "0049 170 1234567");
    expect(await listTexts(place)).toEqual(["Parking for …"]);
    const rows = await app.context.sql<{ words: string }[]>`
      select words from unanswered_questions where blueprint_id = ${place.id}`;
    expect(rows.map(({ words }) => words)).toEqual(["park"]);
  });

  it("takes no more than its share of room, whatever is asked", async () => {
    const place = await buildPlace(app, keepingMuseum);
    await ask(place, "<script>alert(1)</script> parking ".padEnd(300, "🦖"));
    await ask(place, "parking ".repeat(37));
    const keep = (word: string) =>
      keepUnanswered(app.context, place.id, { question: word, stems: [word], isNothingFound: true });
    await keep("often");
    await keep("often");
    await app.context.sql`
      insert into unanswered_questions
        (id, blueprint_id, words, question, nothing_found_count, unknown_count, first_asked_at, last_asked_at)
      select gen_random_uuid(), ${place.id}, 'w' || n, 'w' || n, 1, 0, now() - n * interval '1 second',
        now() - n * interval '1 second' from generate_series(1, ${unansweredMax}) n`;
    await keep("one more");
    const { questions, total } = await list(place);
    expect(total).toBe(unansweredMax);
    expect(questions).toHaveLength(100);
    expect(questions[0]).toMatchObject({ question: "often", nothingFoundCount: 2 });
  });

  it("is forgotten after its time, like old counts", async () => {
    const place = await buildPlace(app, keepingMuseum);
    await ask(place, "Where can I park?");
    await expect.poll(() => readRates(place), patience).toMatchObject({ searches: { asked: 1 } });
    const age = async (days: number) => {
      await app.context.sql`
        update unanswered_questions set last_asked_at = now() - ${days} * interval '1 day' where blueprint_id = ${place.id}`;
      await app.context.sql`update guide_counts set day = current_date - ${days}::int where blueprint_id = ${place.id}`;
      await removeOldQuestions(app.context);
    };
    await age(unansweredKeptDays - 1);
    expect(await listTexts(place)).toHaveLength(1);
    await age(unansweredKeptDays + 1);
    expect(await listTexts(place)).toEqual([]);
    expect(await readRates(place, guideCountsKeptDays)).toMatchObject({ searches: { asked: 1 } });
    await age(guideCountsKeptDays + 1);
    expect(await app.context.sql`select 1 from guide_counts where blueprint_id = ${place.id}`).toEqual([]);
  });
});

const readRates = ({ owner, params }: Place, days = 30) => owner.api(getGuideRates, { params, query: { days } });

describe("a place's rates", () => {
  it("count searches, with and without something found, exactly", async () => {
    const place = await buildPlace(app, museum);
    await Promise.all(
      ["tickets", "tickets", "parking", "tickets", "dinosaurs"].map((question) => ask(place, question)),
    );
    await expect
      .poll(() => readRates(place), patience)
      .toMatchObject({
        searches: { asked: 5, found: 3 },
        questions: { asked: 0, answered: 0, medianMs: null, p95Ms: null },
      });
  });

  it("cover the days asked for", async () => {
    const place = await buildPlace(app, museum);
    const countAsked = async () => (await readRates(place, 7)).searches.asked;
    await ask(place, "tickets");
    await expect.poll(countAsked, patience).toBe(1);
    await app.context.sql`update guide_counts set day = day - 7 where blueprint_id = ${place.id}`;
    await ask(place, "tickets");
    await expect.poll(countAsked, patience).toBe(1);
    const today = app.clock.now().toISOString().slice(0, 10);
    expect(await readRates(place, 8)).toMatchObject({ to: today, searches: { asked: 2 } });
    expect(await outcome(readRates(place, 0))).toBe("invalid-input");
  });

  it("wait while the database is away, and skip places that are gone", async () => {
    const [kept, gone] = [await buildPlace(app, museum), await buildPlace(app, museum)];
    await app.context.sql`alter table guide_counts rename to guide_counts_away`;
    const counts = new AskedCounts(app.context);
    const day = app.clock.now().toISOString().slice(0, 10);
    const add = (blueprintId: string) =>
      counts.add({ blueprintId, day, channel: "search", outcome: "found", timeClass: 0 });
    for (const place of [kept, gone, kept]) add(place.id);
    await setTimeout(700);
    await app.context.sql`delete from blueprints where id = ${gone.id}`;
    await app.context.sql`alter table guide_counts_away rename to guide_counts`;
    await counts.stop();
    expect(await readRates(kept)).toMatchObject({ searches: { asked: 2, found: 2 } });
  });

  it("are on the disk when the server has stopped, even those that are being written", async () => {
    const place = await buildPlace(app, museum);
    const counts = new AskedCounts(app.context);
    const day = app.clock.now().toISOString().slice(0, 10);
    const add = () => counts.add({ blueprintId: place.id, day, channel: "search", outcome: "found", timeClass: 0 });
    await app.context.db.transaction(async (tx) => {
      // Whoever counts for this place now waits for the row.
      await addToCounts(tx, [
        { blueprintId: place.id, day, channel: "search", outcome: "found", timeClass: 0, count: 1 },
      ]);
      add();
      await setTimeout(700);
      add();
    });
    await counts.stop();
    expect(await readRates(place)).toMatchObject({ searches: { asked: 3 } });
  });
});
