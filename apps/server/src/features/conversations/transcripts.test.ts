import { randomUUID } from "node:crypto";
import { unpublishBlueprint } from "@blueprint/contract/blueprints";
import { conversationCloseCodes as closeCodes } from "@blueprint/contract/conversations";
import {
  eraseTranscript,
  listTranscripts,
  removeTranscript,
  transcriptQuestionsMax,
  transcriptsPerPage,
} from "@blueprint/contract/guide-transcripts";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { editSettings } from "@blueprint/scene/settings-operations";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { guideTranscripts } from "../../db/schema/guide-transcripts.ts";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { buildPlace } from "../guide/testing/build-place.ts";
import { removeOldTranscripts } from "../guide/transcripts.service.ts";
import { AiService, quoteAloud, quoteFirstNote } from "./testing/ai-service.ts";
import { museum } from "./testing/museum.ts";
import { Visitor } from "./testing/visitor.ts";

describe("a conversation that its visitor agrees to have kept", () => {
  let app: TestApp;
  let ai: AiService;
  let place: Awaited<ReturnType<typeof buildPlace>>;
  beforeAll(async () => {
    ai = await AiService.start();
    app = await createTestApp({ config: { ai: ai.settings } });
  });
  afterAll(async () => {
    await app.close();
    await ai[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    ai.model = quoteFirstNote;
    place = await buildPlace(app, (doc) => {
      museum(doc);
      editSettings(doc, { transcripts: "ask" });
    });
  });
  afterEach(() => Visitor.closeAll());

  const list = (cursor?: string) =>
    place.owner.api(listTranscripts, { params: place.params, query: cursor === undefined ? {} : { cursor } });
  const erase = (transcriptId: string) =>
    outcome(app.anonymous(eraseTranscript, { params: { slug: place.slug, transcriptId } }));
  /** Rows are written after the answer is sent. */
  const expectQuestions = (expected: string[][]) =>
    expect
      .poll(async () => (await list()).transcripts.map(({ questions }) => questions.map(({ question }) => question)))
      .toEqual(expected);
  const addRows = (rows: readonly { transcriptId: string; minutesAgo: number }[]) =>
    app.context.db.insert(guideTranscripts).values(
      rows.map(({ transcriptId, minutesAgo }) => ({
        ...{ id: randomUUID(), blueprintId: place.id, transcriptId },
        askedAt: new Date(app.context.clock.now().getTime() - minutesAgo * 60_000),
        ...{ isSpoken: false, question: "Where?", answer: "", state: "unknown", sources: [] },
      })),
    );

  it("is read by the team, question by question, across connections, with what the answers cite", async () => {
    const id = randomUUID();
    const visitor = await Visitor.open(app, place.slug);
    await visitor.ask("Where are the dinosaurs?", id);
    await visitor.ask("What is a ticket?", id);
    await visitor.ask("Something that stays with me");
    visitor.close();
    await (await Visitor.open(app, place.slug)).ask("toilets", id);
    await expectQuestions([["Where are the dinosaurs?", "What is a ticket?", "toilets"]]);
    const [transcript] = (await list()).transcripts;
    expect(transcript).toMatchObject({
      id,
      questions: [
        { answer: "", state: "unknown", sources: [] },
        {
          isSpoken: false,
          answer: "Tickets for adults cost 12 euros, for children 5 euros.",
          state: "answered",
          sources: [{ kind: "anchor", id: "tickets", title: "Ticket desk" }],
        },
        { state: "answered" },
      ],
    });
  });

  it("has its spoken questions as they were understood", async () => {
    ai.model = quoteAloud;
    const visitor = await Visitor.open(app, place.slug);
    visitor.speak("toilets please");
    visitor.endSpeech(randomUUID(), randomUUID());
    await visitor.readSpokenAnswer();
    await expect
      .poll(async () => (await list()).transcripts[0]?.questions)
      .toMatchObject([
        { isSpoken: true, question: "toilets please", answer: "On the ground floor behind the stairs." },
      ]);
  });

  it("is kept only where the published version asks for it", async () => {
    const read = async () =>
      (await app.anonymous(getPublishedBlueprint, { params: { slug: place.slug }, query: {} })).scene;
    expect((await read()).asksForTranscripts).toBe(true);
    await (await Visitor.open(app, place.slug)).ask("tickets", randomUUID());
    await expectQuestions([["tickets"]]);
    await place.publish((doc) => editSettings(doc, { transcripts: "forget" }));
    await expectQuestions([]);
    expect((await read()).asksForTranscripts).toBeUndefined();
    await (await Visitor.open(app, place.slug)).ask("toilets", randomUUID());
    expect((await list()).transcripts).toEqual([]);
  });

  it("is deleted by its visitor, who knows its id, and by the team", async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    await addRows([
      { transcriptId: mine, minutesAgo: 2 },
      { transcriptId: other, minutesAgo: 1 },
    ]);
    expect(await erase(randomUUID())).toBe("ok");
    expect((await list()).transcripts).toHaveLength(2);
    expect(await erase(mine)).toBe("ok");
    expect((await list()).transcripts.map(({ id }) => id)).toEqual([other]);
    const remove = () =>
      outcome(place.owner.api(removeTranscript, { params: { ...place.params, transcriptId: other } }));
    expect(await remove()).toBe("ok");
    expect(await remove()).toBe("not-found");
  });

  it("that was deleted stays deleted, although an answer was on its way and the place has closed since", async () => {
    const id = randomUUID();
    const visitor = await Visitor.open(app, place.slug);
    await visitor.ask("tickets", id);
    await expectQuestions([["tickets"]]);
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    ai.model = async ({ notes }) => {
      await waiting;
      return `${notes[0]!.text} [${notes[0]!.number}]`;
    };
    const answer = visitor.ask("toilets", id);
    expect(await erase(id)).toBe("ok");
    release();
    await answer;
    const other = randomUUID();
    ai.model = quoteFirstNote;
    await visitor.ask("hours", other);
    await expectQuestions([["hours"]]);
    await place.owner.api(unpublishBlueprint, { params: place.params });
    expect(await erase(other)).toBe("ok");
    await expectQuestions([]);
  });

  it("is one of many, page by page, the latest first", async () => {
    const ids = Array.from({ length: transcriptsPerPage + 2 }, () => randomUUID());
    await addRows(ids.map((transcriptId, index) => ({ transcriptId, minutesAgo: 100 - index })));
    // An old conversation that goes on is the latest.
    await addRows([{ transcriptId: ids[0]!, minutesAgo: 0 }]);
    const first = await list();
    expect(first.transcripts).toHaveLength(transcriptsPerPage);
    expect(first.transcripts[0]).toMatchObject({ id: ids[0], questions: [{}, {}] });
    const second = await list(first.nextCursor!);
    expect(second).toMatchObject({ transcripts: [{ id: ids[2] }, { id: ids[1] }], nextCursor: null });
    expect(await outcome(list("nonsense"))).toBe("invalid-input");
  });

  it("loses each question after 30 days", async () => {
    const id = randomUUID();
    await addRows([
      { transcriptId: id, minutesAgo: 31 * 24 * 60 },
      { transcriptId: id, minutesAgo: 29 * 24 * 60 },
    ]);
    await removeOldTranscripts(app.context);
    expect((await list()).transcripts[0]?.questions).toHaveLength(1);
  });

  it("has an end, so that nobody can fill the disk with one", async () => {
    const id = randomUUID();
    await addRows(Array.from({ length: transcriptQuestionsMax }, () => ({ transcriptId: id, minutesAgo: 5 })));
    await (await Visitor.open(app, place.slug)).ask("tickets", id);
    await (await Visitor.open(app, place.slug)).ask("tickets", randomUUID());
    await expect.poll(async () => (await list()).transcripts).toHaveLength(2);
    const rows = await app.context.db.select().from(guideTranscripts).where(eq(guideTranscripts.transcriptId, id));
    expect(rows).toHaveLength(transcriptQuestionsMax);
  });

  it("named by no id closes the conversation", async () => {
    const visitor = await Visitor.open(app, place.slug);
    void visitor.ask("tickets", "mine").catch(() => {});
    expect(await visitor.closed).toBe(closeCodes.messageRefused);
  });
});
