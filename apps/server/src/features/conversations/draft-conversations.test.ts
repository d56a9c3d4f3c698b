import { setTimeout as wait } from "node:timers/promises";
import { conversationCloseCodes as closeCodes, openDraftConversation } from "@blueprint/contract/conversations";
import { searchPlace } from "@blueprint/contract/guide";
import { getGuideRates, listUnansweredQuestions } from "@blueprint/contract/guide-questions";
import { changeMemberRole } from "@blueprint/contract/teams";
import { editSettings } from "@blueprint/scene/settings-operations";
import { eq, isNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { knowledgeSets } from "../../db/schema/knowledge.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { removeOldDrafts } from "../guide/place-knowledge.service.ts";
import { addAnchors, buildPlace, type Fill } from "../guide/testing/build-place.ts";
import { storeSceneUpdates } from "../scene/scene.service.ts";
import { AiService, quoteAloud, quoteFirstNote } from "./testing/ai-service.ts";
import { museum } from "./testing/museum.ts";
import { Visitor } from "./testing/visitor.ts";

describe("a conversation about a draft", () => {
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
    place = await buildPlace(app, museum);
  });
  afterEach(() => Visitor.closeAll());

  /** Changes the draft, without publishing it. */
  const draft = async (change: Fill) => {
    const doc = new Y.Doc();
    change(doc);
    const update = { update: Y.encodeStateAsUpdate(doc), authorId: place.owner.userId, changeCount: 1 };
    await storeSceneUpdates(app.context, place.id, [update]);
  };
  const addBikes = () =>
    draft((doc) => addAnchors(doc, [{ id: "bikes", title: "Bicycle racks", text: "Racks stand behind the house." }]));
  const makeTicket = async (by: TestPerson = place.owner) =>
    (await by.api(openDraftConversation, { params: place.params })).ticket;
  const open = async (by: TestPerson = place.owner) => {
    const colleague = Visitor.connect(app.url, await makeTicket(by), { cookie: by.cookie });
    await colleague.setUp();
    return colleague;
  };
  const listDraftSets = () => app.context.db.select().from(knowledgeSets).where(isNull(knowledgeSets.version));
  const findSources = async (colleague: Visitor, question: string) => {
    const { guide } = await colleague.ask(question);
    return guide.state === "answered" ? guide.sources.map(({ id }) => id) : guide.state;
  };

  it("knows what nobody has published yet, and each change before the next question", async () => {
    await addBikes();
    const colleague = await open();
    expect(await findSources(colleague, "dinosaurs")).toBe("unknown");
    expect(await findSources(colleague, "bicycle racks")).toEqual(["bikes"]);
    await draft((doc) => addAnchors(doc, [{ id: "dino", title: "Dinosaurs", text: "Dinosaurs are in the cellar." }]));
    expect(await findSources(colleague, "dinosaurs")).toEqual(["dino"]);
    await draft((doc) => editSettings(doc, { guideInstructions: "Be brief." }));
    await colleague.ask("bicycle racks");
    expect(JSON.stringify(ai.setups.at(-1)?.systemInstruction)).toContain("Be brief.");
    expect(await listDraftSets(), "the last edition alone is searchable").toHaveLength(1);
    const asked = { params: { slug: place.slug }, body: { question: "bicycle racks" } };
    expect((await app.anonymous(searchPlace, asked)).found).toEqual([]);
  });

  it("hears what visitors would hear, and nothing for staff alone", async () => {
    await draft((doc) => editSettings(doc, { guideInstructions: "" }));
    expect(await findSources(await open(), "What is the code of the safe?")).toBe("unknown");
  });

  it("can be spoken, and costs the team's minutes", async () => {
    ai.model = quoteAloud;
    await addBikes();
    const colleague = await open();
    colleague.speak("bicycle racks");
    colleague.endSpeech();
    expect(await colleague.readSpokenAnswer()).toMatchObject({
      guide: { state: "answered", sources: [{ id: "bikes" }] },
    });
    const used = await app.context.sql`select seconds from guide_usage where team_id = ${place.owner.personalTeamId}`;
    expect(used).toHaveLength(1);
  });

  it("isn't counted as a visitor's, nor kept without an answer", async () => {
    await place.publish((doc) => editSettings(doc, { unansweredQuestions: "keep" }));
    await (await open()).ask("Where are the dinosaurs?");
    const { owner, params } = place;
    expect((await owner.api(getGuideRates, { params, query: { days: 1 } })).questions.asked).toBe(0);
    expect((await owner.api(listUnansweredQuestions, { params })).questions).toEqual([]);
  });

  it("leaves nothing searchable when it ends, also in the middle of a question", async () => {
    const colleague = await open();
    await colleague.ask("tickets");
    expect(await listDraftSets()).toHaveLength(1);
    colleague.close();
    await expect.poll(listDraftSets).toEqual([]);
    const hurried = await open();
    hurried.send({ clientContent: { turns: [{ role: "user", parts: [{ text: "tickets" }] }], turnComplete: true } });
    hurried.close();
    // Building the set takes longer than leaving.
    await wait(500);
    await expect.poll(listDraftSets).toEqual([]);
  });

  it("that a killed server left searchable is removed by the next day", async () => {
    const colleague = await open();
    await colleague.ask("tickets");
    await removeOldDrafts(app.context);
    const [set] = await listDraftSets();
    await app.context.db
      .update(knowledgeSets)
      .set({ madeAt: new Date(app.context.clock.now().getTime() - 13 * 3_600_000) })
      .where(eq(knowledgeSets.id, set!.id));
    await removeOldDrafts(app.context);
    expect(await listDraftSets()).toEqual([]);
    expect(await findSources(colleague, "tickets"), "one that is still asked is made again").toEqual(["tickets"]);
  });

  it("is for those who may edit, with their own session, as long as they may", async () => {
    const stranger = await app.buildPerson();
    const viewer = await app.buildMember(place.owner.personalTeamId, "viewer");
    const editor = await app.buildMember(place.owner.personalTeamId, "editor");
    expect(await outcome(makeTicket(stranger))).toBe("not-found");
    expect(await outcome(makeTicket(viewer))).toBe("forbidden");
    const taken = Visitor.connect(app.url, await makeTicket(editor), { cookie: viewer.cookie });
    expect(await taken.closed).toBe(closeCodes.ticketRefused);
    expect(await Visitor.connect(app.url, await makeTicket(editor)).closed).toBe(closeCodes.ticketRefused);
    const colleague = await open(editor);
    expect(await findSources(colleague, "tickets")).toEqual(["tickets"]);
    const params = { teamId: place.owner.personalTeamId, userId: editor.userId };
    await place.owner.api(changeMemberRole, { params, body: { role: "viewer" } });
    expect(await colleague.closed).toBe(closeCodes.placeClosed);
  });

  it("is refused without an AI service", async () => {
    const plain = await createTestApp();
    const { owner, params } = await buildPlace(plain, museum);
    expect(await outcome(owner.api(openDraftConversation, { params }))).toBe("no-ai-service");
    await plain.close();
  });
});
