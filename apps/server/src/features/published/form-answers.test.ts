import { publishBlueprint } from "@blueprint/contract/blueprints";
import { listFormResponses, sendFormAnswers } from "@blueprint/contract/form-answers";
import { limits } from "@blueprint/contract/limits";
import { openPlace } from "@blueprint/contract/published";
import { changeSharing } from "@blueprint/contract/sharing";
import type { FormQuestion } from "@blueprint/scene/anchor";
import { addAnchor, editQuestion } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { storeSceneUpdates } from "../scene/scene.service.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const questions: Record<string, Partial<Omit<FormQuestion, "id">>> = {
  name: { label: "Your name", kind: "short-text", isRequired: true },
  mail: { label: "Your email", kind: "email" },
  rooms: { label: "Which rooms?", kind: "choices", options: ["Hall", "Shop"] },
  stars: { label: "How was it?", kind: "rating" },
};

async function buildPlaceWithForm() {
  const owner = await app.buildPerson();
  const { id: blueprintId, slug } = await app.buildBlueprint(owner);
  await buildReadyScan(app, owner, blueprintId);
  const doc = new Y.Doc();
  addAnchor(doc, buildAnchor({ id: "visit", type: "form" }));
  for (const [id, question] of Object.entries(questions)) editQuestion(doc, "visit", id, question);
  addAnchor(doc, buildAnchor({ id: "door" }));
  const updates = [{ update: Y.encodeStateAsUpdate(doc), authorId: owner.userId, changeCount: 1 }];
  await storeSceneUpdates(app.context, blueprintId, updates);
  const params = { blueprintId };
  await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility: "unlisted" } });
  const send = (answers: Record<string, string | number | boolean | string[]>, anchorId = "visit", pass?: string) =>
    app.anonymous(sendFormAnswers, {
      params: { slug, anchorId },
      body: { answers, ...(pass === undefined ? {} : { pass }) },
    });
  const list = (api = owner.api) => api(listFormResponses, { params: { blueprintId, anchorId: "visit" }, query: {} });
  return { owner, params, slug, send, list };
}

describe("answers to a form", () => {
  it("are kept for the team, with the questions' wording, newest first", async () => {
    const { owner, send, list } = await buildPlaceWithForm();
    await send({ name: "Ada <b>", mail: "ada@example.org", rooms: ["Shop"], stars: 5 });
    app.clock.advance(1_000);
    await send({ name: "Ben", mail: "" });
    const { responses, total } = await list();
    expect(total).toBe(2);
    expect(responses.map(({ answers }) => answers)).toEqual([
      { name: { label: "Your name", answer: "Ben" } },
      {
        name: { label: "Your name", answer: "Ada <b>" },
        mail: { label: "Your email", answer: "ada@example.org" },
        rooms: { label: "Which rooms?", answer: ["Shop"] },
        stars: { label: "How was it?", answer: 5 },
      },
    ]);
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    await expect(list(viewer.api)).rejects.toMatchObject({ code: "forbidden" });
    const editor = await app.buildMember(owner.personalTeamId, "editor");
    expect((await list(editor.api)).total).toBe(2);
    const stranger = await app.buildPerson();
    await expect(list(stranger.api)).rejects.toMatchObject({ code: "not-found" });
    await expect(list(app.anonymous)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("are refused as a whole if one of them is invalid, and name it", async () => {
    const { send, list } = await buildPlaceWithForm();
    const fieldsOf = (answers: Record<string, string | number | boolean | string[]>) =>
      send(answers).then(
        () => [],
        (error: { fields: Record<string, string> }) => Object.keys(error.fields),
      );
    expect(await fieldsOf({})).toEqual(["answers.name"]);
    expect(await fieldsOf({ name: "two\nlines" })).toEqual(["answers.name"]);
    expect(await fieldsOf({ name: "Ada", mail: "nobody" })).toEqual(["answers.mail"]);
    expect(await fieldsOf({ name: "Ada", rooms: ["Vault"], stars: 9 })).toEqual(["answers.rooms", "answers.stars"]);
    expect(await fieldsOf({ name: "Ada", rooms: ["Shop", "Shop"] })).toEqual(["answers.rooms"]);
    expect(await fieldsOf({ name: "Ada", admin: true })).toEqual(["answers.admin"]);
    await expect(send({ name: "Ada" }, "door")).rejects.toMatchObject({ code: "not-found" });
    expect((await list()).total).toBe(0);
  });

  it("are limited in number for one form", async () => {
    const { params, send, list } = await buildPlaceWithForm();
    await send({ name: "Ada" });
    await app.context.sql`
      insert into form_responses (id, blueprint_id, anchor_id, version, answers, sent_at)
      select gen_random_uuid(), blueprint_id, anchor_id, version, '{}', sent_at
      from form_responses one, generate_series(2, ${limits.answersPerFormMax - 1}) where one.blueprint_id = ${params.blueprintId}`;
    const sent = await Promise.allSettled([send({ name: "Ben" }), send({ name: "Cy" })]);
    expect(sent.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(sent.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "form-full" } });
    expect((await list()).total).toBe(limits.answersPerFormMax);
  });

  it("are accepted only from people who may see the place", async () => {
    const { owner, params, slug, send, list } = await buildPlaceWithForm();
    await owner.api(changeSharing, { params, body: { visibility: "password", password: "small measures" } });
    await expect(send({ name: "Ada" })).rejects.toMatchObject({ code: "blueprint-password-needed" });
    const { pass } = await app.anonymous(openPlace, { params: { slug }, body: { password: "small measures" } });
    await send({ name: "Ada" }, "visit", pass);
    expect((await list()).total).toBe(1);
  });
});
