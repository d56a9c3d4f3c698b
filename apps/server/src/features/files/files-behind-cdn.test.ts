import { publishBlueprint } from "@blueprint/contract/blueprints";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { getOriginalUrl, listScans } from "@blueprint/contract/scans";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";

const cdnUrl = "https://cdn.example.org";
let app: TestApp;
let owner: TestPerson;

beforeAll(async () => {
  app = await createTestApp({ config: { cdnUrl } });
  owner = await app.buildPerson();
});
afterAll(() => app.close());

/** What the network fetches from us. */
const fetchOrigin = (url: string) => fetch(url.replace(cdnUrl, app.url));

test("tiles and pictures have signed addresses on the content delivery network, which our pages may read; originals don't", async () => {
  const { id: blueprintId, slug } = await app.buildBlueprint(owner);
  const { id: scanId } = await buildReadyScan(app, owner, blueprintId);
  const { scans } = await owner.api(listScans, { params: { blueprintId } });
  const { entryUrl = "", previewUrl = "" } = scans[0]?.delivery ?? {};
  for (const url of [entryUrl, previewUrl]) {
    expect(url).toMatch(/^https:\/\/cdn\.example\.org\/files\/[^/]+\/deliveries\//);
    const response = await fetchOrigin(url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": app.context.config.publicUrl,
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": expect.stringMatching(/^private, /),
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect((await fetchOrigin(url.replace(/\/files\/./, "/files/!"))).status).toBe(404);
  }
  expect((await owner.api(getOriginalUrl, { params: { scanId } })).url).toMatch(/^\/files\//);

  await owner.api(publishBlueprint, { params: { blueprintId }, body: { basedOnVersion: 0, visibility: "public" } });
  const place = await app.anonymous(getPublishedBlueprint, { params: { slug }, query: {} });
  const shown = place.scans[0]?.delivery.entryUrl ?? "";
  expect(shown.startsWith(cdnUrl)).toBe(true);
  expect((await fetchOrigin(shown)).headers.get("cache-control")).toMatch(/^public, s-maxage=/);
});

test("pages may load from the content delivery network, and scripts still come from us only", async () => {
  const policy = (await fetch(`${app.url}/healthz`)).headers.get("content-security-policy") ?? "";
  const sources = Object.fromEntries(policy.split(";").map((part) => [part.split(" ")[0], part]));
  for (const name of ["img-src", "media-src", "connect-src"]) expect(sources[name]).toContain(` ${cdnUrl}`);
  for (const name of ["default-src", "script-src", "worker-src", "font-src"])
    expect(sources[name]).not.toContain(cdnUrl);
});
