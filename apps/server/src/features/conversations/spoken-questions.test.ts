import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { unpublishBlueprint } from "@blueprint/contract/blueprints";
import { conversationCloseCodes as closeCodes } from "@blueprint/contract/conversations";
import { getGuideRates, listUnansweredQuestions } from "@blueprint/contract/guide-questions";
import { getTeamPlan } from "@blueprint/contract/plans";
import { editSettings } from "@blueprint/scene/settings-operations";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { buildPlace } from "../guide/testing/build-place.ts";
import { AiService, quoteAloud, toSpeech } from "./testing/ai-service.ts";
import { museum } from "./testing/museum.ts";
import { Visitor } from "./testing/visitor.ts";

describe("a question spoken to a place's guide", () => {
  let app: TestApp;
  let ai: AiService;
  let place: Awaited<ReturnType<typeof buildPlace>>;
  let visitor: Visitor;
  const lines: string[] = [];
  beforeAll(async () => {
    ai = await AiService.start();
    const config = { ai: ai.settings, logLevel: "trace" } as const;
    app = await createTestApp({ config, takeLogLine: (line) => void lines.push(line) });
  });
  afterAll(async () => {
    await app.close();
    await ai[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    ai.model = quoteAloud;
    place = await buildPlace(app, museum);
    visitor = await Visitor.open(app, place.slug);
  });
  afterEach(() => Visitor.closeAll());

  const ask = (words: string, id = randomUUID(), by = visitor) => {
    by.speak(words);
    by.endSpeech(id);
    return by.readSpokenAnswer();
  };
  const readMinutes = async (owner: TestPerson = place.owner) => {
    const { meters } = await owner.api(getTeamPlan, { params: { teamId: owner.personalTeamId } });
    return meters.find(({ limit }) => limit === "guideMinutes")!;
  };
  const useUpMinutes = async () => {
    const month = `${app.context.clock.now().toISOString().slice(0, 7)}-01`;
    await app.context.sql`insert into guide_usage (team_id, month, seconds)
      values (${place.owner.personalTeamId}, ${month}, ${30 * 60})`;
  };

  it("is understood, searched for by the model, and answered aloud and in text with its source", async () => {
    const answer = await ask("toilets please");
    expect(answer).toMatchObject({
      heard: "toilets please",
      text: "On the ground floor behind the stairs.",
      guide: { state: "answered", sources: [{ id: "toilets" }] },
    });
    expect(answer.sound.replaceAll(" ", "")).toBe("Onthegroundfloorbehindthestairs.");
  });

  it("is answered in the voice that the team chose, or in the installation's", async () => {
    const readVoice = () => JSON.stringify(ai.setups.at(-1)?.generationConfig);
    await ask("toilets please");
    expect(readVoice()).toContain('"voiceName":"Charon"');
    await place.publish((doc) => editSettings(doc, { guideVoice: "Puck" }));
    await ask("toilets please");
    expect(readVoice()).toContain('"voiceName":"Puck"');
    await place.publish((doc) => editSettings(doc, { guideVoice: "Somebody else" }));
    await ask("toilets please");
    expect(readVoice()).toContain('"voiceName":"Charon"');
  });

  it("is counted as spoken, and kept as it was understood where the place says so", async () => {
    await place.publish((doc) => editSettings(doc, { unansweredQuestions: "keep" }));
    await ask("toilets please");
    await ask("where are the dinosaurs");
    const { owner, params } = place;
    const readRates = () => owner.api(getGuideRates, { params, query: { days: 1 } });
    await expect
      .poll(readRates, { timeout: 10_000 })
      .toMatchObject({ questions: { asked: 2, spoken: 2, answered: 1, refused: 1 } });
    const { questions } = await owner.api(listUnansweredQuestions, { params });
    expect(questions).toMatchObject([{ question: "where are the dinosaurs", unknownCount: 1 }]);
  });

  it("gets no sound of an answer that doesn't hold, but what the place says", async () => {
    ai.model = async ({ question, call }) => {
      const { notes } = (await call("search_notes", { words: question })) as { notes: string[] };
      await call("cite_notes", { notes: [(JSON.parse(notes[0]!) as { number: number }).number] });
      return "A ticket costs 99 euros, says Rembrandt.";
    };
    const answer = await ask("ticket");
    expect(answer).toMatchObject({ text: "", sound: "", guide: { state: "unknown", found: [{ id: "tickets" }] } });
  });

  it("gets no answer that cites nothing, or that the model gave without searching", async () => {
    ai.model = () => "On the ground floor behind the stairs.";
    expect(await ask("toilets")).toMatchObject({ sound: "", guide: { state: "unknown" } });
    ai.model = async ({ call }) => {
      await call("cite_notes", { notes: [2] });
      return "The code is 4711.";
    };
    expect(await ask("code of the safe")).toMatchObject({ sound: "", guide: { state: "unknown", found: [] } });
  });

  it("of which nothing was understood says so", async () => {
    ai.hear = () => "";
    ai.model = () => "Pardon?";
    expect(await ask("mumble")).toMatchObject({ heard: "", guide: { state: "unheard", found: [] } });
    ai.hear = (speech) => speech.toString();
  });

  it("goes on with what was said before, in writing and aloud", async () => {
    await visitor.ask("tickets");
    const said: unknown[] = [];
    ai.model = async ({ question, call }) => {
      said.push((await call("search_notes", { words: question })).saidBefore);
      return quoteAloud({ question, call, notes: [], prompt: "", socket: undefined as never });
    };
    expect((await ask("toilets")).guide.state).toBe("answered");
    expect((await ask("toilets again")).guide.state).toBe("answered");
    expect(said).toEqual([[{ question: "tickets", answer: expect.stringContaining("12 euros") as string }], undefined]);
    let prompt = "";
    ai.model = (asked) => {
      prompt = asked.prompt;
      return "UNKNOWN";
    };
    await visitor.ask("and tickets?");
    expect(prompt).toContain('{"question":"toilets again"');
  });

  it("loses no word when the service cuts connections at any moment", async () => {
    const words = "toilets and everything else that somebody may want to know while they walk";
    const cutting = setInterval(() => ai.cut(), 40);
    const asked = ask(words);
    void setTimeout(400).then(() => clearInterval(cutting));
    expect(await asked).toMatchObject({ heard: words, guide: { state: "answered" } });
  });

  it("that begins before an earlier one is answered ends that one", async () => {
    ai.model = ({ question, ...asked }) =>
      question === "tickets" ? new Promise(() => {}) : quoteAloud({ question, ...asked });
    const first = ask("tickets");
    await expect.poll(() => JSON.stringify(ai.received.at(-1))).toContain("activityEnd");
    visitor.speak("toilets");
    visitor.endSpeech();
    expect((await first).guide).toMatchObject({ state: "interrupted" });
    expect(await visitor.readSpokenAnswer()).toMatchObject({ heard: "toilets", guide: { state: "answered" } });
  });

  it("costs the place's team its seconds, once, whichever connection answers", async () => {
    const words = "toilets".padEnd(64_000, ".");
    const id = randomUUID();
    ai.hear = (speech) => speech.toString().replace(/\.+\s*$/, "");
    const say = (by: Visitor) => {
      for (const piece of words.match(/.{1,4000}/gs)!)
        by.send({
          realtimeInput: {
            mediaChunks: [{ mimeType: "audio/pcm;rate=16000", data: Buffer.from(piece).toString("base64") }],
          },
        });
      by.endSpeech(id);
    };
    say(visitor);
    expect(await visitor.readSpokenAnswer()).toMatchObject({ heard: "toilets", guide: { state: "answered" } });
    const again = await Visitor.open(app, place.slug);
    say(again);
    await again.readSpokenAnswer();
    // Two seconds of question, and a moment of answer.
    expect(await readMinutes()).toMatchObject({ used: 3 / 60, items: [{ amount: 3 / 60, blueprintId: place.id }] });
    ai.hear = (speech) => speech.toString();
  });

  it("costs nothing in writing, nor when the service doesn't answer, or the visitor leaves before the end", async () => {
    ai.model = ({ notes }) => `${notes[0]!.text} [${notes[0]!.number}]`;
    await visitor.ask("tickets");
    ai.refuseWith = 400;
    ai.cut();
    expect((await ask("tickets")).guide.state).toBe("unavailable");
    ai.refuseWith = null;
    const other = await Visitor.open(app, place.slug);
    other.speak("tickets");
    other.close();
    expect(await readMinutes()).toMatchObject({ used: 0, items: [] });
  });

  it("that can't be answered is refused when it ends, and the next one is whole", async () => {
    ai.refuseWith = 400;
    visitor.speak("toilets and ");
    const asked = visitor.readSpokenAnswer();
    const isAnswered = await Promise.race([asked.then(() => true), setTimeout(300, false)]);
    expect(isAnswered).toBe(false);
    visitor.speak("everything else");
    visitor.endSpeech();
    expect((await asked).guide.state).toBe("unavailable");
    ai.refuseWith = null;
    expect(await ask("tickets")).toMatchObject({ heard: "tickets", guide: { state: "answered" } });
  });

  it("is refused when the month's minutes are used up; writing goes on", async () => {
    await useUpMinutes();
    const before = ai.received.length;
    expect(await ask("toilets")).toMatchObject({ text: "", guide: { state: "no-minutes", found: [] } });
    expect(ai.received).toHaveLength(before);
    ai.model = ({ notes }) => `${notes[0]!.text} [${notes[0]!.number}]`;
    expect((await visitor.ask("toilets")).text).toContain("ground floor");
  });

  it("that never ends, like a conversation without one, is closed after a quarter of an hour", async () => {
    const silent = await Visitor.open(app, place.slug);
    visitor.speak("toilets");
    await expect.poll(() => JSON.stringify(ai.received.at(-1))).toContain("audio/pcm");
    app.clock.advance(15 * 60_000 + 1_000);
    expect(await Promise.all([visitor.closed, silent.closed])).toEqual([closeCodes.idle, closeCodes.idle]);
    expect(await readMinutes()).toMatchObject({ used: 0 });
  });

  it("ends with the visitor's right to see the place", async () => {
    visitor.speak("toilets");
    await place.owner.api(unpublishBlueprint, { params: { blueprintId: place.id } });
    expect(await visitor.closed).toBe(closeCodes.placeClosed);
  });

  it.each([
    ["another rate", { mimeType: "audio/pcm;rate=44100", data: toSpeech("words").toString("base64") }],
    ["another format", { mimeType: "audio/webm", data: toSpeech("words").toString("base64") }],
    ["half a sample", { mimeType: "audio/pcm;rate=16000", data: Buffer.alloc(3).toString("base64") }],
    ["no base64", { mimeType: "audio/pcm;rate=16000", data: "%%%%" }],
    ["nothing", { mimeType: "audio/pcm;rate=16000", data: "" }],
    ["more than a moment", { mimeType: "audio/pcm;rate=16000", data: Buffer.alloc(32_000).toString("base64") }],
  ])("in %s closes the conversation", async (_what, chunk) => {
    visitor.send({ realtimeInput: { mediaChunks: [chunk] } });
    expect([closeCodes.messageRefused, 1009]).toContain(await visitor.closed);
  });

  it("that ends without a beginning, or by an id that is none, closes the conversation", async () => {
    visitor.endSpeech();
    expect(await visitor.closed).toBe(closeCodes.messageRefused);
    const other = await Visitor.open(app, place.slug);
    other.speak("toilets");
    other.endSpeech("one");
    expect(await other.closed).toBe(closeCodes.messageRefused);
  });

  it("may be recorded by pages, which may not use a microphone where no AI service answers", async () => {
    const readPolicy = async ({ url }: TestApp) => (await fetch(`${url}/webxr`)).headers.get("permissions-policy");
    expect(await readPolicy(app)).toContain("microphone=(self)");
    const connected = await createTestApp({
      config: { connectOrigins: ["https://maps.example.org", "wss://ai.example.org"] },
    });
    expect(await readPolicy(connected), "the studio speaks to a service itself").toContain("microphone=(self)");
    await connected.close();
    const plain = await createTestApp({ config: { connectOrigins: ["https://maps.example.org"] } });
    expect(await readPolicy(plain)).toContain("microphone=()");
    await plain.close();
  });

  it("is in no log", async () => {
    await ask("toilets beside the unmistakable rhinoceros");
    expect(lines.join("")).not.toContain("rhinoceros");
    expect(lines.join("")).not.toContain(toSpeech("toilets ").toString("base64"));
  });
});
