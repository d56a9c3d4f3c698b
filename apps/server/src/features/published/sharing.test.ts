import { listBlueprintVersions, publishBlueprint } from "@blueprint/contract/blueprints";
import { discoverPlaces } from "@blueprint/contract/discover";
import { getPublishedBlueprint, openPlace } from "@blueprint/contract/published";
import { changeSharing } from "@blueprint/contract/sharing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const dayMs = 24 * 3600 * 1000;

async function buildPublished(visibility: "unlisted" | "public" = "unlisted") {
  const owner = await app.buildPerson();
  const { id, slug } = await app.buildBlueprint(owner);
  const params = { blueprintId: id };
  await buildReadyScan(app, owner, id);
  await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility } });
  const share = (body: Parameters<typeof owner.api<typeof changeSharing>>[1]["body"]) =>
    owner.api(changeSharing, { params, body });
  return { owner, params, slug, share };
}

const visit = (slug: string) => app.anonymous(getPublishedBlueprint, { params: { slug } });
const open = (slug: string, body: { password: string } | { pass: string }) =>
  app.anonymous(openPlace, { params: { slug }, body });

describe("a place with a password", () => {
  it("opens only with it, stays open with its pass for some hours, and ends every pass when it changes", async () => {
    const { slug, share } = await buildPublished();
    await expect(share({ visibility: "password" })).rejects.toMatchObject({ code: "invalid-input" });
    const shared = await share({ visibility: "password", password: "three small measures" });
    expect(shared).toMatchObject({ visibility: "password", hasPassword: true });
    expect(JSON.stringify(shared)).not.toContain("three small");

    await expect(visit(slug)).rejects.toMatchObject({ code: "blueprint-password-needed" });
    await expect(open(slug, { password: "wrong" })).rejects.toMatchObject({ code: "blueprint-password-wrong" });
    await expect(open(slug, { pass: "k.forged" })).rejects.toMatchObject({ code: "blueprint-password-needed" });
    const { pass, place } = await open(slug, { password: "three small measures" });
    expect(place).toMatchObject({ slug, version: 1 });
    expect((await open(slug, { pass })).place.slug).toBe(slug);

    await share({ password: "another one" });
    await expect(open(slug, { pass })).rejects.toMatchObject({ code: "blueprint-password-needed" });
    const again = await open(slug, { password: "another one" });
    app.clock.advance(14 * 3600 * 1000);
    await expect(open(slug, { pass: again.pass })).rejects.toMatchObject({ code: "blueprint-password-needed" });
    await share({ visibility: "unlisted" });
    expect((await visit(slug)).slug).toBe(slug);
  });

  it("is required from people who came in while it needed none", async () => {
    const { slug, share } = await buildPublished();
    await share({ visibility: "password", password: "three small measures" });
    await share({ visibility: "unlisted" });
    const { pass } = await open(slug, { password: "anything" });
    await share({ visibility: "password" });
    await expect(open(slug, { pass })).rejects.toMatchObject({ code: "blueprint-password-needed" });
  });

  it("allows ten attempts a minute", async () => {
    const { slug, share } = await buildPublished();
    await share({ visibility: "password", password: "three small measures" });
    const codes: unknown[] = [];
    for (let attempt = 0; attempt < 12; attempt++)
      codes.push(await open(slug, { password: `guess ${attempt}` }).catch((error: { code: string }) => error.code));
    expect(codes).toContain("too-many-requests");
  });
});

describe("an expiry", () => {
  it("closes the place at its time, in the list of places too, and keeps every version", async () => {
    const { owner, params, slug, share } = await buildPublished("public");
    const find = async () =>
      (await app.anonymous(discoverPlaces, { query: {} })).places.some((place) => place.slug === slug);
    const expiresAt = new Date(app.clock.now().getTime() + dayMs).toISOString();
    expect(await share({ expiresAt })).toMatchObject({ expiresAt });
    expect([(await visit(slug)).slug, await find()]).toEqual([slug, true]);
    app.clock.advance(dayMs + 1_000);
    await expect(visit(slug)).rejects.toMatchObject({ code: "blueprint-not-published" });
    expect(await find()).toBe(false);
    const later = await app.signIn(owner);
    expect((await later.api(listBlueprintVersions, { params, query: {} })).versions).toHaveLength(1);
    await later.api(changeSharing, { params, body: { expiresAt: null } });
    expect((await visit(slug)).slug).toBe(slug);
  });
});

describe("embedding", () => {
  const frames = async (slug: string) => {
    const { headers } = await fetch(`${app.url}/webxr?b=${slug}`);
    const [, ancestors] = /frame-ancestors ([^;]+)/.exec(headers.get("content-security-policy") ?? "") ?? [];
    return [ancestors, headers.has("x-frame-options")];
  };

  it("is allowed for the named sites alone", async () => {
    const { slug, share } = await buildPublished();
    expect(await frames(slug)).toEqual(["'none'", true]);
    await share({ embedOrigins: ["https://Museum.example", "http://localhost:8080"] });
    expect(await frames(slug)).toEqual(["'self' https://museum.example http://localhost:8080", false]);
    expect(await frames("unknown-place")).toEqual(["'none'", true]);
    expect((await fetch(`${app.url}/login?b=${slug}`)).headers.get("content-security-policy")).toContain(
      "frame-ancestors 'none'",
    );
  });

  it.each([
    "javascript:alert(1)",
    "https://museum.example/page",
    "https://museum.example; script-src *",
    "*",
    "https://a b",
  ])("does not accept %s", async (origin) => {
    const { share } = await buildPublished();
    await expect(share({ embedOrigins: [origin] })).rejects.toMatchObject({ code: "invalid-input" });
  });
});

describe("who may change the sharing", () => {
  it("is everyone who may publish; others do not learn of it", async () => {
    const { owner, params } = await buildPublished();
    const viewer = await app.buildMember(owner.personalTeamId, "viewer");
    const stranger = await app.buildPerson();
    const body = { embedOrigins: [] };
    await expect(viewer.api(changeSharing, { params, body })).rejects.toMatchObject({ code: "forbidden" });
    await expect(stranger.api(changeSharing, { params, body })).rejects.toMatchObject({ code: "not-found" });
    await expect(app.anonymous(changeSharing, { params, body })).rejects.toMatchObject({ code: "unauthenticated" });
  });
});
