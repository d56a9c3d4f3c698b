import { changeAudienceLink } from "@blueprint/contract/audience-links";
import type { Audience } from "@blueprint/contract/audiences";
import { unpublishBlueprint, updateBlueprint } from "@blueprint/contract/blueprints";
import { searchPlace } from "@blueprint/contract/guide";
import { getPublishedBlueprint, openPlace } from "@blueprint/contract/published";
import { changeSharing } from "@blueprint/contract/sharing";
import { editAnchor } from "@blueprint/scene/anchor-operations";
import { addObject } from "@blueprint/scene/object-operations";
import { editSettings } from "@blueprint/scene/settings-operations";
import { editTourStop } from "@blueprint/scene/tour-operations";
import { addZone } from "@blueprint/scene/zone-operations";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { knowledgePassages, knowledgeSets, knowledgeStems, knowledgeWords } from "../../db/schema/knowledge.ts";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { addAnchors, buildPlace, type Fill } from "./testing/build-place.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ask = (slug: string, question: string, asker: { pass?: string; key?: string; as?: Audience } = {}) =>
  app.anonymous(searchPlace, { params: { slug }, body: { question, ...asker } });
const findIds = async (slug: string, question: string) =>
  (await ask(slug, question)).found.map(({ kind, id }) => `${kind} ${id}`.trim());

const square = {
  outer: [
    [0, 0],
    [3, 0],
    [3, 3],
  ] as [number, number][],
  holes: [],
};

const museum: Fill = (doc) => {
  addAnchors(doc, [
    { id: "cloakroom", title: "Cloakroom", text: "Leave coats and bags here. Lockers take a one euro coin." },
    { id: "tickets", title: "Ticket desk", text: "Tickets for adults cost 12 euros, for children 5 euros." },
    { id: "hours", title: "Opening hours", text: "Open from Tuesday to Sunday, 10:00 to 18:00. Closed on Mondays." },
    {
      id: "toilets",
      title: "Toilets",
      text: "On the ground floor behind the stairs. Step-free, with a changing table.",
    },
    { id: "whale", title: "Blue whale", text: "The skeleton is 25 metres long and came to the museum in 1905." },
    { id: "cafe", title: "Café", text: "Coffee, cake and soup. You can sit in the garden." },
    { id: "lift", title: "Elevator", text: "The lift goes to all floors." },
  ]);
  editAnchor(doc, "tickets", { "title@de": "Kasse", "text@de": "Eintrittskarten für Erwachsene kosten 12 Euro." });
  editAnchor(doc, "hours", { "title@de": "Öffnungszeiten", "text@de": "Geöffnet von Dienstag bis Sonntag." });
  editAnchor(doc, "cloakroom", { "title@fr": "Vestiaire", "text@fr": "Déposez ici vos manteaux et vos sacs à dos." });
  editAnchor(doc, "toilets", { "title@ja": "トイレ", "text@ja": "1階の階段の後ろにあります。車椅子で入れます。" });
  editAnchor(doc, "hours", { "title@zh": "开放时间", "text@zh": "星期二至星期日开放，星期一闭馆。" });
  editAnchor(doc, "cafe", { "title@th": "ร้านกาแฟ", "text@th": "มีกาแฟ เค้ก และซุป นั่งในสวนได้" });
  editAnchor(doc, "lift", { "title@ar": "المصعد", "text@ar": "يصل المصعد إلى جميع الطوابق." });
  editAnchor(doc, "whale", { "title@ru": "Синий кит", "text@ru": "Скелет длиной 25 метров." });
  addZone(doc, "garden", square, { name: "Sculpture garden", text: "Dogs are welcome on a lead." });
  addObject(doc, "views", "atrium", { name: "Atrium from above", position: [0, 9, 0], target: [0, 0, 0] });
  addObject(doc, "tours", "highlights", { name: "Highlights", summary: "Forty minutes through the collection." });
  editTourStop(doc, "highlights", "s1", { anchorId: "whale", narration: "Look up: its jaw alone weighs a tonne." });
  addObject(doc, "floors", "0", { name: "Entrance level", elevation: 0 });
};

describe("what visitors call things", () => {
  it("finds what the team listed it for, with plurals, names of several words, and only there", async () => {
    const { slug, publish } = await buildPlace(app, museum);
    expect(await findIds(slug, "loo")).toEqual([]);
    await publish((doc) =>
      editSettings(doc, { otherWords: "Toilet: loo, WC\nblue whale: Moby Dick\nHour: timetable\nnonsense" }),
    );
    expect(await findIds(slug, "Where is the loo?")).toEqual(["anchor toilets"]);
    expect(await findIds(slug, "moby dick")).toEqual(["anchor whale"]);
    expect(await findIds(slug, "timetable")).toEqual(["anchor hours"]);
    expect(await findIds(slug, "nonsense")).toEqual([]);
    const read = await app.anonymous(getPublishedBlueprint, { params: { slug }, query: {} });
    expect(JSON.stringify(read)).not.toContain("Moby Dick");
    await publish((doc) => editSettings(doc, { otherWords: "" }));
    expect(await findIds(slug, "loo")).toEqual([]);
  });
});

describe("opening hours and facts", () => {
  const usual = [{ opens: "09:30", closes: "17:00" }];
  const week = {
    monday: [],
    tuesday: usual,
    wednesday: usual,
    thursday: usual,
    friday: usual,
    saturday: [],
    sunday: [],
  };
  const openingHours = {
    week,
    differentDays: [{ from: "2026-12-24", to: "2026-12-26", reason: "Christmas", spans: [] }],
    note: "Last admission at half past four.",
  };
  const facts = [
    { label: "Wi-Fi", text: "Free, network Museum-Guest" },
    { label: "Parking", text: "Behind the building, 40 spaces" },
  ];

  it("are found once published, in the language of the question, with what holds now", async () => {
    const { slug, owner, params, publish } = await buildPlace(app, () => {});
    await owner.api(updateBlueprint, { params, body: { openingHours, facts, timeZone: "Pacific/Auckland" } });
    expect(await findIds(slug, "opening hours")).toEqual([]);
    await publish(() => {});
    const place = await app.anonymous(getPublishedBlueprint, { params: { slug }, query: {} });
    expect(place).toMatchObject({ openingHours, facts });
    const [english] = (await ask(slug, "Are you open on Tuesday?")).found;
    expect(english).toMatchObject({ kind: "hours", id: "", title: "Opening hours", language: "en" });
    const [now, opening] = english!.text.split(/(?<=\.) /);
    expect(now).toMatch(/^Today is \w+, \d+ \w+ \d{4}, and the time is \d\d:\d\d\.$/);
    expect(opening).toMatch(/^(Open now, until 17:00|Closed now, opens (at|on [^.]+ at) 09:30)\./);
    expect(english!.text).toContain("Tuesday: 09:30–17:00");
    const [german] = (await ask(slug, "Wann ist geöffnet?")).found;
    expect(german).toMatchObject({ kind: "hours", title: "Öffnungszeiten", language: "de" });
    expect((await ask(slug, "closed at christmas")).found[0]?.text).toContain(
      "Thursday, 24 December 2026 – Saturday, 26 December 2026 (Christmas): closed",
    );
    expect(await findIds(slug, "Is there wifi? wi-fi")).toEqual(["fact Wi-Fi"]);
    expect((await ask(slug, "where can I park")).found[0]).toMatchObject({ title: "Parking", text: facts[1]!.text });
  });

  it("don't say what holds now where the time zone isn't known", async () => {
    const { slug, owner, params, publish } = await buildPlace(app, () => {});
    await owner.api(updateBlueprint, { params, body: { openingHours } });
    await publish(() => {});
    expect((await ask(slug, "opening hours")).found[0]?.text).toMatch(/^Monday: closed\nTuesday: 09:30–17:00\n/);
  });

  it("go when the team removes them", async () => {
    const { slug, owner, params, publish } = await buildPlace(app, () => {});
    await owner.api(updateBlueprint, { params, body: { openingHours, facts } });
    await publish(() => {});
    await owner.api(updateBlueprint, { params, body: { openingHours: null, facts: [] } });
    expect(await findIds(slug, "parking"), "visitors keep what was published").toEqual(["fact Parking"]);
    await publish(() => {});
    expect(await findIds(slug, "parking")).toEqual([]);
    const place = await app.anonymous(getPublishedBlueprint, { params: { slug }, query: {} });
    expect(place).not.toHaveProperty("openingHours");
    expect(place).not.toHaveProperty("facts");
  });
});

describe("a visitor's question", () => {
  let slug: string;
  beforeAll(async () => {
    ({ slug } = await buildPlace(app, museum));
  });

  it.each([
    ["Where is the cloakroom?", "anchor cloakroom"],
    ["where can i leave my coat", "anchor cloakroom"],
    ["cloackroom", "anchor cloakroom"],
    ["tiolet", "anchor toilets"],
    ["How much is a ticket?", "anchor tickets"],
    ["what does entry cost for a child", "anchor tickets"],
    ["When do you open?", "anchor hours"],
    ["1905", "anchor whale"],
    ["skeletons", "anchor whale"],
    ["cafe", "anchor cafe"],
    ["Darf mein Hund mit?", undefined],
    ["may I bring my dog", "zone garden"],
    ["Was kostet eine Eintrittskarte?", "anchor tickets"],
    ["Karte", "anchor tickets"],
    ["offnungszeiten", "anchor hours"],
    ["Ou est le vestiaire", "anchor cloakroom"],
    ["sac à dos", "anchor cloakroom"],
    ["トイレはどこですか", "anchor toilets"],
    ["几点开放", "anchor hours"],
    ["ร้านกาแฟอยู่ที่ไหน", "anchor cafe"],
    ["أين المصعد", "anchor lift"],
    ["скелет кита", "anchor whale"],
    ["how heavy is the jaw", "tour highlights"],
    ["atrium", "view atrium"],
    ["entrance level", "storey 0"],
  ])("%s", async (question, expected) => {
    expect((await findIds(slug, question))[0]).toBe(expected);
  });

  it("that the place doesn't answer finds nothing, rather than passages with the same fillers", async () => {
    expect(await ask(slug, "Is there a swimming pool in the house of the mayor?")).toEqual({
      found: [],
      isComplete: true,
    });
    expect(await findIds(slug, "?!… 🤷")).toEqual([]);
  });

  it("gets an excerpt in which the found words are marked, in the language they were found in", async () => {
    const { found } = await ask(slug, "Eintrittskarten");
    expect(found[0]).toEqual({
      kind: "anchor",
      id: "tickets",
      title: "Kasse",
      language: "de",
      text: "Eintrittskarten für Erwachsene kosten 12 Euro.",
      matches: [[0, 15]],
    });
  });

  it("finds each thing once, however many languages and passages answer", async () => {
    const found = await findIds(slug, "euro Euro tickets Kasse");
    expect(found).toEqual([...new Set(found)]);
    expect(found[0]).toBe("anchor tickets");
  });

  it("is refused if it is empty or too long, with the field's name", async () => {
    for (const question of ["", "   ", "x".repeat(301), "a\nb", "a\u0000b"]) {
      await expect(ask(slug, question)).rejects.toMatchObject({
        code: "invalid-input",
        fields: { question: expect.any(String) },
      });
    }
  });

  it("may hold anything else: operators of query languages, markup, patterns", async () => {
    for (const question of [
      "' or 1=1 --",
      "<script>alert(1)</script>",
      "100% _ \\ & | ! :* ()",
      "x".repeat(300),
      "%%%%",
    ])
      expect(await outcome(ask(slug, question)), question).toBe("ok");
  });
});

describe("a long text", () => {
  it("is answered by its passage, cut between words", async () => {
    const filler = Array.from(
      { length: 60 },
      (_, index) => `Room ${index} shows paintings of the school of Antwerp.`,
    ).join(" ");
    const { slug } = await buildPlace(app, (doc) =>
      addAnchors(doc, [
        { id: "long", title: "Collection", text: `${filler} The astrolabe was made in Lisbon. ${filler}` },
      ]),
    );
    const [first] = (await ask(slug, "who made the astrolabe")).found;
    expect(first!.text).toContain("The astrolabe was made in Lisbon.");
    expect(first!.text.length).toBeLessThanOrEqual(284);
    expect(first!.matches.map(([start, end]) => first!.text.slice(start, end))).toContain("astrolabe");
    expect(first!.text).toMatch(/^(… )?[A-Z0-9]?\w* .* …$/);
  });

  it("without any space or sentence is still found by its title, and splits no character", async () => {
    const { slug } = await buildPlace(app, (doc) =>
      addAnchors(doc, [{ id: "data", title: "Checksum", text: `${"a1".repeat(4_000)}${"🦕".repeat(800)}` }]),
    );
    const [first] = (await ask(slug, "checksum")).found;
    expect(first!.id).toBe("data");
    expect(first!.text.isWellFormed()).toBe(true);
    const passages = await app.context.db.select({ text: knowledgePassages.text }).from(knowledgePassages);
    expect(passages.every(({ text }) => text.isWellFormed())).toBe(true);
  });
});

describe("who may ask", () => {
  it("each audience finds what it may read, and nothing of the others", async () => {
    const { owner, params, slug } = await buildPlace(
      app,
      (doc) => {
        for (const audience of ["visitor", "staff", "contractor"] as const) {
          addAnchors(doc, [{ id: `safe-${audience}`, title: `Safe of ${audience}`, text: `Code ${audience}` }]);
          editAnchor(doc, `safe-${audience}`, { audiences: [audience] });
        }
        addAnchors(doc, [{ id: "draft", title: "Safe in draft" }]);
        editAnchor(doc, "draft", { state: "draft" });
      },
      "unlisted",
    );
    const { links } = await owner.api(changeAudienceLink, { params, body: { audience: "staff", to: "made" } });
    const { key } = links.find(({ audience }) => audience === "staff")!;
    const safes = async (asker: Parameters<typeof ask>[2]) =>
      (await ask(slug, "safe code visitor staff contractor draft", asker)).found.map(({ id }) => id).sort();
    expect(await safes({})).toEqual(["safe-visitor"]);
    expect(await safes({ as: "staff" })).toEqual(["safe-visitor"]);
    expect(await safes({ key: "forged" })).toEqual(["safe-visitor"]);
    expect(await safes({ key })).toEqual(["safe-staff"]);
    expect(await safes({ key, as: "visitor" })).toEqual(["safe-visitor"]);
    expect(await safes({ key, as: "contractor" })).toEqual(["safe-staff"]);
    const asOwner = await owner.api(searchPlace, { params: { slug }, body: { question: "safe", as: "contractor" } });
    expect(asOwner.found.map(({ id }) => id)).toEqual(["safe-contractor"]);
    await owner.api(changeAudienceLink, { params, body: { audience: "staff", to: "withdrawn" } });
    expect(await safes({ key })).toEqual(["safe-visitor"]);
  });

  it("a place with a password answers those who opened it", async () => {
    const { owner, params, slug } = await buildPlace(app, museum);
    await owner.api(changeSharing, { params, body: { visibility: "password", password: "open sesame" } });
    expect(await outcome(ask(slug, "tickets"))).toBe("blueprint-password-needed");
    const { pass } = await app.anonymous(openPlace, { params: { slug }, body: { password: "open sesame" } });
    expect((await ask(slug, "tickets", { pass })).found[0]!.id).toBe("tickets");
  });

  it("an unpublished, private or unknown place answers like none", async () => {
    const { owner, params, slug } = await buildPlace(app, museum);
    expect(await outcome(ask(slug, "tickets"))).toBe("ok");
    await owner.api(changeSharing, { params, body: { visibility: "private" } });
    expect(await outcome(ask(slug, "tickets"))).toBe("blueprint-not-published");
    await owner.api(changeSharing, { params, body: { visibility: "public" } });
    await owner.api(unpublishBlueprint, { params });
    expect(await outcome(ask(slug, "tickets"))).toBe("blueprint-not-published");
    expect(await outcome(ask("nowhere", "tickets"))).toBe("blueprint-not-published");
  });
});

describe("knowledge", () => {
  const readSets = (blueprintId: string) =>
    app.context.db.select().from(knowledgeSets).where(eq(knowledgeSets.blueprintId, blueprintId));

  it("is that of the served version, at once, and goes with its version", async () => {
    const { id, slug, publish } = await buildPlace(app, museum);
    expect(await findIds(slug, "planetarium")).toEqual([]);
    await publish((doc) => {
      addAnchors(doc, [{ id: "stars", title: "Planetarium" }]);
      editAnchor(doc, "whale", { title: "Fin whale" });
    });
    expect(await findIds(slug, "planetarium")).toEqual(["anchor stars"]);
    expect(await findIds(slug, "blue")).toEqual([]);
    expect((await readSets(id)).map(({ version }) => version)).toEqual([2]);
  });

  it("is one set for all audiences who read the same", async () => {
    const { id, publish } = await buildPlace(app, museum);
    expect((await readSets(id)).map(({ audiences }) => audiences)).toEqual([
      ["visitor", "staff", "contractor", "robot"],
    ]);
    await publish((doc) => editAnchor(doc, "lift", { audiences: ["staff"] }));
    expect((await readSets(id)).map(({ audiences }) => audiences)).toEqual([
      ["visitor", "contractor", "robot"],
      ["staff"],
    ]);
  });

  it("of a place published earlier is built once, by whoever asks first", async () => {
    const { id, slug } = await buildPlace(app, museum);
    await app.context.db.delete(knowledgeSets).where(eq(knowledgeSets.blueprintId, id));
    const answers = await Promise.all(Array.from({ length: 20 }, () => findIds(slug, "cloakroom")));
    expect(new Set(answers.map((found) => found[0]))).toEqual(new Set(["anchor cloakroom"]));
    expect(await readSets(id)).toHaveLength(1);
  });

  it("is deleted with the version, and words with their set", async () => {
    const { id } = await buildPlace(app, museum);
    const [set] = await readSets(id);
    await app.context.sql`delete from blueprints where id = ${id}`;
    expect(await readSets(id)).toEqual([]);
    for (const table of [knowledgePassages, knowledgeWords, knowledgeStems])
      expect(await app.context.db.$count(table, eq(table.setId, set!.id))).toBe(0);
  });

  it("stems words in the languages that the texts are in", async () => {
    const { id } = await buildPlace(app, (doc) => {
      addAnchors(doc, [
        {
          id: "a",
          title: "Die Werkstatt",
          text: "In der Werkstatt wurden die Möbel für das Haus gebaut. Sie ist nicht zu besichtigen, aber man kann durch das Fenster sehen.",
        },
      ]);
      editAnchor(doc, "a", { "text@es": "Taller" });
    });
    expect((await readSets(id))[0]!.dictionaries).toEqual(["spanish_stem", "german_stem"]);
  });
});

describe("what the team chose the type of", () => {
  let slug: string;
  beforeAll(async () => {
    ({ slug } = await buildPlace(app, (doc) => {
      addAnchors(doc, [
        { id: "red", type: "safety", title: "Red box", text: "Beside the lift.", safety: "extinguisher" },
        { id: "aed", type: "safety", title: "", text: "", safety: "defibrillator" },
        { id: "way", type: "safety", title: "North door", text: "", safety: "exit" },
      ]);
      addZone(doc, "reading", square, { name: "Reading room", text: "", type: "quiet" });
      addObject(doc, "tours", "easy", { name: "Round trip", summary: "", isStepFree: true });
    }));
  });

  it.each([
    ["Where is the fire extinguisher?", "anchor red"],
    ["Wo ist der Feuerlöscher?", "anchor red"],
    ["defibrilator", "anchor aed"],
    ["How do I get to the emergency exit?", "anchor way"],
    ["Notausgänge", "anchor way"],
    ["somewhere quiet", "zone reading"],
    ["Is there a route for wheelchairs?", "tour easy"],
    ["barrierefrei", "tour easy"],
  ])("%s", async (question, expected) => expect((await findIds(slug, question))[0]).toBe(expected));

  it("quotes no words that the team didn't write", async () => {
    const { found } = await ask(slug, "fire extinguisher");
    expect(found[0]).toMatchObject({ title: "Red box", text: "Beside the lift.", matches: [] });
  });
});
