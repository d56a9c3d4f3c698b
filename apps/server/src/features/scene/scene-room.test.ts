import { closeCodes } from "@blueprint/contract/collaboration";
import type { BlueprintId } from "@blueprint/contract/ids";
import { addAnchor, editAnchor } from "@blueprint/scene/anchor-operations";
import { addThread, editComment } from "@blueprint/scene/comment-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { openSceneClient, type SceneClient } from "./testing/scene-client.ts";

let app: TestApp;
let owner: TestPerson;
let viewer: TestPerson;
let blueprintId: BlueprintId;
let clients: SceneClient[] = [];

beforeAll(async () => {
  app = await createTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  owner = await app.buildPerson();
  viewer = await app.buildMember(owner.personalTeamId, "viewer");
  blueprintId = (await app.buildBlueprint(owner)).id;
});

afterEach(() => {
  for (const client of clients) client.close();
  clients = [];
});

async function open(person: TestPerson): Promise<SceneClient> {
  const client = openSceneClient({ serverUrl: app.url, blueprintId, cookie: person.cookie, untilMsMax: 30_000 });
  clients.push(client);
  await client.loaded();
  return client;
}

const at = "2026-01-01T00:00:00.000Z";

/** Rewrites a hundred comments of the client's person, each full to the brim. */
function rewriteHundred({ doc }: SceneClient, author: string, round: number): void {
  const text = `${round} ${"x".repeat(4_990)}`;
  doc.transact(() => {
    for (let index = 0; index < 100; index += 1) {
      if (round > 0) editComment(doc, `t-${index}`, "1", { text, editedAt: at });
      else addThread(doc, `t-${index}`, { position: [0, 0, 0] }, { id: "1", author, at, text });
    }
  });
}

test("a viewer who rewrites a hundred comments 131 times locks nobody out", { timeout: 120_000 }, async () => {
  const [editor, guest] = [await open(owner), await open(viewer)];
  addAnchor(editor.doc, buildAnchor({ id: "door" }));
  await editor.saved();
  for (let round = 0; round <= 131; round += 1) {
    rewriteHundred(guest, viewer.userId, round);
    // What is sent must have left before the next round, as it does from a browser.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await guest.until(() => guest.closeCodes.length > 0 || guest.state.unsavedCount === 0);
  editAnchor(editor.doc, "door", { title: "Exit" });
  await editor.saved();
  expect(editor.closeCodes).toEqual([]);
  // It brought too much at once. It came back at once, too, as no page of ours does, and is kept waiting before the door.
  expect(guest.closeCodes.filter((code) => code >= 4_000)).toEqual([closeCodes.tooFast]);
  const again = await open(owner);
  expect(again.scene().anchors).toMatchObject([{ id: "door", title: "Exit" }]);
});
