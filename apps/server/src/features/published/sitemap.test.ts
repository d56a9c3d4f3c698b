import { publishBlueprint, unpublishBlueprint } from "@blueprint/contract/blueprints";
import { contentPages } from "@blueprint/contract/content-pages";
import { changeSharing } from "@blueprint/contract/sharing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const read = async (path: string) => {
  const response = await fetch(app.url + path);
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
};
const locate = ({ text }: { text: string }) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);

describe("search engines", () => {
  it("find the list of everything in robots.txt", async () => {
    const { publicUrl } = app.context.config;
    const robots = await read("/robots.txt");
    expect(robots).toMatchObject({ status: 200, type: "text/plain; charset=utf-8" });
    expect(robots.text).toContain(`Sitemap: ${publicUrl}/sitemap.xml\n`);
    const index = await read("/sitemap.xml");
    expect(index).toMatchObject({ status: 200, type: "application/xml; charset=utf-8" });
    expect(locate(index)).toEqual([`${publicUrl}/sitemap-pages.xml`]);
    expect(locate(await read("/sitemap-pages.xml"))).toEqual(Object.keys(contentPages).map((path) => publicUrl + path));
  });

  it("find public places while they are published, and no others", async () => {
    const { publicUrl } = app.context.config;
    const owner = await app.buildPerson();
    const build = async (visibility: "public" | "unlisted" | "team") => {
      const { id: blueprintId, slug } = await app.buildBlueprint(owner);
      await buildReadyScan(app, owner, blueprintId);
      const params = { blueprintId };
      await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility } });
      return { params, url: `${publicUrl}/webxr?b=${slug}` };
    };
    const [first, second] = [await build("public"), await build("public")];
    await build("unlisted");
    await build("team");
    expect(locate(await read("/sitemap.xml"))).toContain(`${publicUrl}/sitemap-places.xml?page=1`);
    const places = await read("/sitemap-places.xml?page=1");
    expect(locate(places)).toEqual([first.url, second.url]);
    expect(places.text.match(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/g)).toHaveLength(2);
    await owner.api(changeSharing, { params: first.params, body: { visibility: "unlisted" } });
    expect(locate(await read("/sitemap-places.xml"))).toEqual([second.url]);
    await owner.api(unpublishBlueprint, { params: second.params });
    expect((await read("/sitemap-places.xml")).status).toBe(404);
  });

  it.each(["0", "-1", "2", "x", "1e9", "99999999999999999999"])("get no page %s", async (page) => {
    expect((await read(`/sitemap-places.xml?page=${page}`)).status).toBe(404);
  });
});
