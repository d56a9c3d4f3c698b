import { ApiError } from "@blueprint/contract/api-client";
import type { Blueprint } from "@blueprint/contract/blueprints";
import { limits } from "@blueprint/contract/limits";
import { checkLinks } from "@blueprint/contract/link-check";
import { addAnchor, type NewAnchor } from "@blueprint/scene/anchor-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { type LinkServer, startLinkServer } from "../../platform/outbound/testing/link-server.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { requireBlueprintScope } from "../blueprints/blueprints.service.ts";
import { storeSceneUpdates } from "../scene/scene.service.ts";
import { LinkChecker, type LinkCheckLimits, linkCheckLimits } from "./link-check.service.ts";

let app: TestApp;
/** The default configuration: private addresses are not requested. */
let closed: TestApp;
let site: LinkServer;

beforeAll(async () => {
  site = await startLinkServer();
  app = await createTestApp({ config: { webhooksToPrivateAddresses: true } });
  closed = await createTestApp();
});
afterAll(() => Promise.all([app.close(), closed.close(), site.close()]));

const check = ({ api }: Pick<TestPerson, "api">, { id }: Blueprint) => api(checkLinks, { params: { blueprintId: id } });
const asActor = (person: TestPerson) => ({ ...person, isOperator: false, sessionId: "" });

async function buildPlace(anchors: Partial<NewAnchor>[], server = app) {
  const owner = await server.buildPerson();
  const blueprint = await server.buildBlueprint(owner);
  const doc = new Y.Doc();
  doc.transact(() => {
    for (const [index, anchor] of anchors.entries())
      addAnchor(doc, buildAnchor({ id: `anchor-${index}`, createdBy: owner.userId, ...anchor }));
  });
  const update = Y.encodeStateAsUpdate(doc);
  await storeSceneUpdates(server.context, blueprint.id, [{ update, authorId: owner.userId, changeCount: 1 }]);
  return { owner, blueprint };
}
const toLinks = (paths: string[]): Partial<NewAnchor>[] =>
  paths.map((path) => ({ type: "link", url: site.url + path }));

async function checkWithin(bounds: Partial<LinkCheckLimits>, paths: string[]) {
  const { owner, blueprint } = await buildPlace(toLinks(paths));
  const checker = new LinkChecker(app.context, { ...linkCheckLimits, ...bounds });
  const { context } = app;
  const scope = await requireBlueprintScope(context.db, asActor(owner), blueprint.id, "blueprint.publish");
  const ask = async () => (await checker.checkLinks(scope)).links;
  return { ask, checker };
}

describe("checking links before publishing", () => {
  it("requests each address of the visitors' scene once and reports the result", async () => {
    const { owner, blueprint } = await buildPlace([
      { type: "link", url: `${site.url}/page?link` },
      { type: "product", url: `${site.url}/status/404` },
      { type: "image", media: { kind: "url", url: `${site.url}/status/410` } },
      { type: "link", url: `${site.url}/page?link#part` },
      { type: "link", url: `${site.url}/status/403` },
      { type: "link", url: "mailto:info@example.org" },
      { text: [{ style: "paragraph", spans: [{ text: "Prices", link: `${site.url}/only-get/405` }] }] as never },
      { type: "link", url: `${site.url}/page?draft`, state: "draft" },
    ]);
    const { links, leftOutCount } = await check(owner, blueprint);
    expect(leftOutCount).toBe(0);
    expect(links).toEqual([
      { url: `${site.url}/page?link`, outcome: "reachable", cause: null, status: 200 },
      { url: `${site.url}/status/404`, outcome: "broken", cause: "not-found", status: 404 },
      { url: `${site.url}/page?link#part`, outcome: "reachable", cause: null, status: 200 },
      { url: `${site.url}/status/403`, outcome: "unknown", cause: "other-status", status: 403 },
      { url: `${site.url}/only-get/405`, outcome: "reachable", cause: null, status: 200 },
      { url: `${site.url}/status/410`, outcome: "broken", cause: "not-found", status: 410 },
    ]);
    expect(site.asked.filter((line) => line.includes("?link"))).toEqual(["HEAD /page?link"]);
    expect(site.asked.join()).not.toContain("draft");
  });

  it("caches results for ten minutes", async () => {
    const { owner, blueprint } = await buildPlace(toLinks(["/page?kept"]));
    const count = () => site.asked.filter((line) => line === "HEAD /page?kept").length;
    for (let times = 0; times < 2; times++) await check(owner, blueprint);
    expect(count()).toBe(1);
    app.clock.advance(10 * 60_000);
    await check(owner, blueprint);
    expect(count()).toBe(2);
  });

  it("drops the oldest result when the cache is full", async () => {
    const paths = ["/page?1st", "/page?2nd", "/page?3rd"];
    const { ask } = await checkWithin({ keptMax: 2, atOnceMax: 1 }, paths);
    await ask();
    await ask();
    const counts = paths.map((path) => site.asked.filter((line) => line === `HEAD ${path}`).length);
    expect(counts).toEqual([2, 1, 1]);
  });

  it("requests at most two hundred, eight at a time", async () => {
    const crowd = await startLinkServer();
    const urls = Array.from({ length: limits.linksCheckedMax + 3 }, (_, index) => `${crowd.url}/page?${index}`);
    const { owner, blueprint } = await buildPlace(urls.map((url) => ({ type: "link", url })));
    const { links, leftOutCount } = await check(owner, blueprint);
    expect([links.length, leftOutCount, crowd.asked.length]).toEqual([200, 3, 200]);
    expect(links.every(({ outcome }) => outcome === "reachable")).toBe(true);
    expect(crowd.waitingMax()).toBeLessThanOrEqual(8);
    await crowd.close();
  });

  it("limits the time of one silent address, and of all of them together", async () => {
    const one = await checkWithin({ perAddressMs: 50, inAllMs: 60_000 }, ["/silent?1", "/page?after"]);
    expect((await one.ask()).map(({ cause }) => cause)).toEqual(["no-answer", null]);
    const all = await checkWithin({ perAddressMs: 60_000, inAllMs: 50, atOnceMax: 1 }, ["/silent?2", "/page?never"]);
    expect((await all.ask()).map(({ outcome, cause }) => `${outcome} ${cause}`)).toEqual([
      "unknown not-asked",
      "unknown not-asked",
    ]);
    expect(site.asked).not.toContain("HEAD /page?never");
  });

  it("ends its requests when the server stops", async () => {
    const { ask, checker } = await checkWithin({ perAddressMs: 600_000, inAllMs: 600_000 }, ["/silent?stop"]);
    const answers = ask();
    checker.close();
    expect((await answers).map(({ cause }) => cause)).toEqual(["not-asked"]);
  });

  it("requests nothing inside private networks unless the installation allows it", async () => {
    const before = site.asked.length;
    const { owner, blueprint } = await buildPlace(toLinks(["/page", "/status/404"]), closed);
    expect(await check(owner, blueprint)).toEqual({ links: [], leftOutCount: 0 });
    expect(site.asked.length).toBe(before);
  });

  it("is limited per minute", async () => {
    const { owner, blueprint } = await buildPlace([], closed);
    const codes: string[] = [];
    for (let times = 0; times < 12; times++)
      codes.push(
        await check(owner, blueprint).then(
          () => "ok",
          (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
        ),
      );
    expect(codes.at(-1)).toBe("too-many-requests");
  });
});
