import { publishBlueprint } from "@blueprint/contract/blueprints";
import { storageBucket } from "@blueprint/contract/limits";
import { copyMedia, createMedia, resolveMedia, toMediaName } from "@blueprint/contract/media";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { getTeamUsage } from "@blueprint/contract/teams";
import { addAnchor, removeAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { toStringSource } from "@blueprint/uploads/string-source";
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
  expect(await sendFile(owner, fileId, contentType, text)).toMatchObject({ state: "success" });
  return fileId;
}

async function sendFile(owner: TestPerson, fileId: string, contentType: string, text: string) {
  const bytes = new TextEncoder().encode(text);
  const upload = createUpload({
    source: { name: "file", sizeBytes: bytes.length, slice: (start, end) => bytes.subarray(start, end) },
    objectName: toMediaName(owner.personalTeamId, fileId),
    contentType,
    baseUrl: app.url,
    headers: owner.asProgram,
  });
  upload.start();
  return await upload.done;
}

describe("files of anchors", () => {
  it("can be read by visitors only if the published version refers to them, and by the team by name", async () => {
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
    // The capability is for one file: with another file's id it opens nothing.
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

  it("stay while a version shows them, even one no longer served to visitors; others are deleted", async () => {
    const owner = await app.buildPerson();
    const { id: blueprintId, slug } = await app.buildBlueprint(owner);
    await buildReadyScan(app, owner, blueprintId);
    const [shown, unused] = [await storeFile(owner, "image/png", "old"), await storeFile(owner, "image/png", "none")];
    const doc = new Y.Doc();
    const media = { kind: "file", fileId: shown, name: "a.png", contentType: "image/png", sizeBytes: 3 } as const;
    addAnchor(doc, { ...buildAnchor({ id: "one", type: "image" }), media });
    const store = (update: Uint8Array) =>
      storeSceneUpdates(app.context, blueprintId, [{ update, authorId: owner.userId, changeCount: 1 }]);
    await store(Y.encodeStateAsUpdate(doc));
    const publish = (basedOnVersion: number) =>
      owner.api(publishBlueprint, { params: { blueprintId }, body: { basedOnVersion, visibility: "unlisted" } });
    await publish(0);
    const remove = async (fileId: string) => {
      const name = encodeURIComponent(toMediaName(owner.personalTeamId, fileId));
      const url = `${app.url}/v0/b/${storageBucket}/o/${name}`;
      return fetch(url, { method: "DELETE", headers: owner.asProgram });
    };
    const refused = await remove(shown);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: "file-in-use" }]);
    const seen = await app.anonymous(getPublishedBlueprint, { params: { slug } });
    expect(await (await fetch(app.url + seen.mediaUrls?.[shown])).text()).toBe("old");

    removeAnchor(doc, "one");
    await store(Y.encodeStateAsUpdate(doc));
    await publish(1);
    expect((await remove(shown)).status).toBe(409);
    expect((await remove(unused)).status).toBe(204);
    expect((await remove(unused)).status).toBe(404);
  });

  it("cannot be replaced or changed while a version shows them, not even by an upload started earlier", async () => {
    const owner = await app.buildPerson();
    const { id: blueprintId, slug } = await app.buildBlueprint(owner);
    await buildReadyScan(app, owner, blueprintId);
    const shown = await storeFile(owner, "image/png", "first");
    // Nothing refers to it yet.
    expect(await sendFile(owner, shown, "image/png", "second")).toMatchObject({ state: "success" });
    const doc = new Y.Doc();
    const media = { kind: "file", fileId: shown, name: "a.png", contentType: "image/png", sizeBytes: 6 } as const;
    addAnchor(doc, { ...buildAnchor({ id: "one", type: "image" }), media });
    const updates = [{ update: Y.encodeStateAsUpdate(doc), authorId: owner.userId, changeCount: 1 }];
    await storeSceneUpdates(app.context, blueprintId, updates);
    const url = `${app.url}/v0/b/${storageBucket}/o`;
    const name = encodeURIComponent(toMediaName(owner.personalTeamId, shown));
    const protocol = { ...owner.asProgram, "x-goog-upload-protocol": "resumable" };
    const begun = await fetch(`${url}?name=${name}`, {
      method: "POST",
      headers: { ...protocol, "x-goog-upload-command": "start", "x-goog-upload-header-content-length": "5" },
    });
    const session = begun.headers.get("x-goog-upload-url") ?? "";
    const publish = { params: { blueprintId }, body: { basedOnVersion: 0, visibility: "unlisted" as const } };
    await owner.api(publishBlueprint, publish);

    const late = await fetch(session, {
      method: "POST",
      headers: { ...protocol, "x-goog-upload-command": "upload, finalize", "x-goog-upload-offset": "0" },
      body: "third",
    });
    expect([late.status, await late.json()]).toMatchObject([409, { code: "file-in-use" }]);
    const again = await sendFile(owner, shown, "image/png", "fourth");
    expect(again).toMatchObject({ state: "error", error: { code: "file-in-use" } });
    const retyped = await fetch(`${url}/${name}`, {
      method: "PATCH",
      headers: { ...owner.asProgram, "content-type": "application/json" },
      body: JSON.stringify({ contentType: "text/plain" }),
    });
    expect([retyped.status, await retyped.json()]).toMatchObject([409, { code: "file-in-use" }]);
    const seen = await app.anonymous(getPublishedBlueprint, { params: { slug } });
    const served = await fetch(app.url + seen.mediaUrls?.[shown]);
    expect([served.headers.get("content-type"), await served.text()]).toEqual(["image/png", "second"]);
  });

  it.each([
    ["data_url", "data:image/png;base64,iVBORw0KGgo=", "image/png"],
    ["data_url", "data:image/svg+xml;charset=utf-8,%3Csvg/%3E", "image/svg+xml"],
    ["base64", "++//", "image/gif"],
    ["base64url", "--__", "image/gif"],
    ["raw", "WEBVTT", "text/vtt"],
  ] as const)("are created from text as %s: %s", async (format, text, contentType) => {
    const owner = await app.buildPerson();
    const { id: blueprintId } = await app.buildBlueprint(owner);
    const params = { blueprintId };
    const given = format === "data_url" ? {} : { contentType };
    const media = await owner.api(createMedia, { params, body: { name: "picture", format, text, ...given } });
    const bytes = toStringSource("picture", text, format).slice(0, 1_000);
    expect(media).toEqual({
      kind: "file",
      fileId: expect.any(String),
      name: "picture",
      contentType,
      sizeBytes: bytes.length,
    });
    const { urls } = await owner.api(resolveMedia, { params, body: { fileIds: [media.fileId] } });
    const served = await fetch(app.url + urls[media.fileId]);
    expect(served.headers.get("content-type")).toMatch(contentType);
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
    const usage = await owner.api(getTeamUsage, { params: { teamId: owner.personalTeamId } });
    expect(usage.storageBytes).toBe(bytes.length);
  });

  it.each([
    ["data_url", "image/png;base64,AAEC", "A data URL must look like data:[<mediatype>][;base64],<data>."],
    ["data_url", "data:image/png;base64,AA-C", 'Base64 text must not contain "-". Is it base64url?'],
    ["base64", "AA_C", 'Base64 text must not contain "_". Is it base64url?'],
    ["base64url", "AA+C", 'Base64url text must not contain "+". Is it base64?'],
    ["base64url", "AA/C", 'Base64url text must not contain "/". Is it base64?'],
  ] as const)("are not created from text that is not %s: %s", async (format, text, problem) => {
    const owner = await app.buildPerson();
    const { id: blueprintId } = await app.buildBlueprint(owner);
    const call = owner.api(createMedia, { params: { blueprintId }, body: { name: "picture", format, text } });
    await expect(call).rejects.toMatchObject({ code: "invalid-input", fields: { text: problem } });
    const usage = await owner.api(getTeamUsage, { params: { teamId: owner.personalTeamId } });
    expect(usage.storageBytes).toBe(0);
  });

  it("may be created from up to 6 MiB of text", async () => {
    const owner = await app.buildPerson();
    const { id: blueprintId } = await app.buildBlueprint(owner);
    const make = (bytes: number) =>
      owner.api(createMedia, {
        params: { blueprintId },
        body: { name: "a.png", format: "base64", text: Buffer.alloc(bytes).toString("base64") },
      });
    expect((await make(6 * 1024 * 1024)).sizeBytes).toBe(6 * 1024 * 1024);
    await expect(make(6 * 1024 * 1024 + 3)).rejects.toMatchObject({ code: "invalid-input" });
  });

  it("are copied for the team that pastes them, once, if the person may see them there and there is room here", async () => {
    const [owner, other, stranger] = [await app.buildPerson(), await app.buildPerson(), await app.buildPerson()];
    const { id: fromBlueprintId } = await app.buildBlueprint(owner);
    const { id: blueprintId } = await app.buildBlueprint(other);
    const [picture, gone] = [await storeFile(owner, "image/png", "picture"), crypto.randomUUID()];
    const body = { fromBlueprintId, fileIds: [picture, picture, gone] };
    const params = { blueprintId };
    // Pasting must not reveal files that the caller may not see.
    await expect(other.api(copyMedia, { params, body })).rejects.toMatchObject({ code: "not-found" });
    await app.join(owner.personalTeamId, other, "viewer");
    expect(await other.api(copyMedia, { params, body })).toEqual({ missingFileIds: [gone] });
    expect(await other.api(copyMedia, { params, body })).toEqual({ missingFileIds: [gone] });
    const usage = await other.api(getTeamUsage, { params: { teamId: other.personalTeamId } });
    expect(usage.storageBytes).toBe("picture".length);
    const name = encodeURIComponent(toMediaName(owner.personalTeamId, picture));
    const removed = await fetch(`${app.url}/v0/b/${storageBucket}/o/${name}`, {
      method: "DELETE",
      headers: owner.asProgram,
    });
    expect(removed.status).toBe(204);
    const { urls } = await other.api(resolveMedia, { params, body: { fileIds: [picture] } });
    const copy = await fetch(app.url + urls[picture]);
    expect([copy.headers.get("content-type"), await copy.text()]).toEqual(["image/png", "picture"]);
    // Nothing is copied into a blueprint that the caller may only view, nor from the caller's own into a stranger's.
    await expect(
      other.api(copyMedia, {
        params: { blueprintId: fromBlueprintId },
        body: { ...body, fromBlueprintId: blueprintId },
      }),
    ).rejects.toMatchObject({ code: "forbidden" });
    await expect(stranger.api(copyMedia, { params, body })).rejects.toMatchObject({ code: "not-found" });
  });
});
