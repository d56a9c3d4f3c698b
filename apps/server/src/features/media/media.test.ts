import { publishBlueprint } from "@blueprint/contract/blueprints";
import { resolveMedia, toMediaName } from "@blueprint/contract/media";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { createUpload } from "@blueprint/uploads/upload";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { storeSceneUpdates } from "../scene/scene.service.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function storeFile(owner: TestPerson, contentType: string, text: string): Promise<string> {
  const fileId = crypto.randomUUID();
  const bytes = new TextEncoder().encode(text);
  const upload = createUpload({
    source: { name: "file", sizeBytes: bytes.length, slice: (start, end) => bytes.subarray(start, end) },
    objectName: toMediaName(owner.personalTeamId, fileId),
    contentType,
    baseUrl: app.url,
    headers: owner.asProgram,
  });
  upload.start();
  expect(await upload.done).toMatchObject({ state: "success" });
  return fileId;
}

describe("files of anchors", () => {
  it("are read by visitors only where the published version refers to them, and by the team by name", async () => {
    const owner = await app.buildPerson();
    const { id: blueprintId, slug } = await app.buildBlueprint(owner);
    await buildReadyScan(app, owner, blueprintId);
    const [shown, draft, unused] = [
      await storeFile(owner, "image/svg+xml", "<svg onload='alert(1)'/>"),
      await storeFile(owner, "text/html", "<script>alert(1)</script>"),
      await storeFile(owner, "audio/mpeg", "sound"),
    ];
    const doc = new Y.Doc();
    const media = (fileId: string, contentType: string) =>
      ({ kind: "file", fileId, name: "a.svg", contentType, sizeBytes: 5 }) as const;
    addAnchor(doc, { ...buildAnchor({ id: "one", type: "image" }), media: media(shown, "image/svg+xml") });
    addAnchor(doc, { ...buildAnchor({ id: "two", type: "image" }), media: media(draft, "text/html"), state: "draft" });
    const updates = [{ update: Y.encodeStateAsUpdate(doc), authorId: owner.userId, changeCount: 1 }];
    await storeSceneUpdates(app.context, blueprintId, updates);
    const params = { blueprintId };
    await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility: "unlisted" } });

    const seen = await app.anonymous(getPublishedBlueprint, { params: { slug } });
    expect(Object.keys(seen.mediaUrls ?? {})).toEqual([shown]);
    const picture = await fetch(app.url + seen.mediaUrls?.[shown]);
    expect(Object.fromEntries(picture.headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": expect.stringMatching(/^public/),
    });
    expect(await picture.text()).toContain("<svg");
    // The right is for one file: its address with another file's id opens nothing.
    const other = await fetch(app.url + (seen.mediaUrls?.[shown] ?? "").replace(shown, unused));
    expect(other.status).toBe(404);

    const missing = crypto.randomUUID();
    const { urls } = await owner.api(resolveMedia, { params, body: { fileIds: [draft, unused, missing] } });
    expect(Object.keys(urls).sort()).toEqual([draft, unused].sort());
    const page = await fetch(app.url + urls[draft]);
    expect(page.headers.get("content-type")).toBe("application/octet-stream");
    expect(page.headers.get("content-disposition")).toBe("attachment");
    const stranger = await app.buildPerson();
    const asked = stranger.api(resolveMedia, { params, body: { fileIds: [shown] } });
    await expect(asked).rejects.toMatchObject({ code: "not-found" });
  });
});
