import { publishBlueprint } from "@blueprint/contract/blueprints";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { fillPlacePage } from "./published-page.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe("a published blueprint", () => {
  it("shows visitors the same as members, and nothing about people or the team", async () => {
    const owner = await app.buildPerson({ name: "Ada Secret", email: "ada@example.org" });
    const blueprint = await app.buildBlueprint(owner, { name: "<script>alert(1)</script>" });
    await buildReadyScan(app, owner, blueprint.id);
    const params = { blueprintId: blueprint.id };
    await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility: "public" } });

    const response = await fetch(`${app.url}/api/published/${blueprint.slug}`);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    const text = await response.text();
    for (const secret of ["Ada Secret", "ada@example.org", owner.userId, owner.personalTeamId, blueprint.id]) {
      expect(text).not.toContain(secret);
    }
    const seen = await app.anonymous(getPublishedBlueprint, { params: { slug: blueprint.slug } });
    expect(seen.name).toBe("<script>alert(1)</script>");
    const stranger = await app.buildPerson();
    const {
      scans: _,
      audience,
      audiences,
      ...same
    } = await owner.api(getPublishedBlueprint, {
      params: { slug: blueprint.slug },
    });
    expect(seen).toMatchObject(same);
    expect([audience, audiences]).toEqual(["staff", ["staff", "visitor", "contractor", "robot"]]);
    const { scans: __, ...others } = await stranger.api(getPublishedBlueprint, { params: { slug: blueprint.slug } });
    expect(seen).toMatchObject(others);
    expect([others.audience, seen.audience]).toEqual([undefined, undefined]);
  });

  it("responds the same for unknown, never published and invalid addresses", async () => {
    const owner = await app.buildPerson();
    const draft = await app.buildBlueprint(owner);
    for (const slug of [
      "unknown-place",
      draft.slug,
      "\0",
      "a/b",
      "'; drop table blueprints --",
      "ü",
      draft.slug.toUpperCase(),
    ]) {
      const call = owner.api(getPublishedBlueprint, { params: { slug } });
      await expect(call, slug).rejects.toMatchObject({ code: "blueprint-not-published", status: 404 });
    }
  });

  it("is embedded in its page, where none of its texts end the data or become a tag", async () => {
    const owner = await app.buildPerson();
    const name = "</script><script>alert(1)</script> $& \"'";
    const blueprint = await app.buildBlueprint(owner, { name });
    await buildReadyScan(app, owner, blueprint.id);
    const params = { blueprintId: blueprint.id };
    await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility: "public" } });
    const place = await app.anonymous(getPublishedBlueprint, { params: { slug: blueprint.slug } });

    const built = `<title>Blueprint</title><!-- place-head -->
    <link rel="modulepreload" href="/three.js" data-form="every">
    <link rel="modulepreload" href="/splats.js" data-form="rad">
    <link rel="modulepreload" href="/panoramas.js" data-form="image-pyramid">
    <body><!-- place-poster --></body>`;
    const page = fillPlacePage(built, place, { isLinked: false, publicUrl: "https://blueprint.example" });
    const [, data = ""] = /<script type="application\/json" id="place">(.*?)<\/script>/.exec(page) ?? [];
    expect(JSON.parse(data)).toEqual(place);
    // Blocks of data only: what search engines read, and the place.
    expect(page.match(/<script[^>]*>/g)).toEqual([
      '<script type="application/ld+json">',
      '<script type="application/json" id="place">',
    ]);
    expect(page).not.toContain("<!--");
    const { entryUrl, previewUrl } = place.scans[0]!.delivery;
    expect(page).toContain(`<link rel="preload" as="fetch" crossorigin href="${entryUrl}">`);
    expect(page).toContain(`<img src="${previewUrl}"`);
    const { content } = /<meta property="og:image" content="(?<content>[^"]*)">/.exec(page)!.groups!;
    expect(content).toBe(`https://blueprint.example${previewUrl}`);
    expect(page).toContain('<meta property="og:title" content="&#60;/script&#62;');
    // Code for other forms of delivery is left out.
    expect(page).toContain(`href="/three.js"`);
    expect(page).not.toContain("/panoramas.js");
  });

  it("has no poster if a link starts elsewhere than the poster shows", async () => {
    const owner = await app.buildPerson();
    const blueprint = await app.buildBlueprint(owner, { name: "Linked" });
    await buildReadyScan(app, owner, blueprint.id);
    const params = { blueprintId: blueprint.id };
    await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility: "public" } });
    const place = await app.anonymous(getPublishedBlueprint, { params: { slug: blueprint.slug } });
    const built = "<!-- place-head --><body><!-- place-poster --></body>";
    const publicUrl = "https://blueprint.example";
    expect(fillPlacePage(built, place, { isLinked: false, publicUrl })).toContain("<img");
    expect(fillPlacePage(built, place, { isLinked: true, publicUrl })).toMatch(/<body><\/body>$/);
  });
});
