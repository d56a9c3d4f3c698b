import { changeAudienceLink, listAudienceLinks } from "@blueprint/contract/audience-links";
import type { Audience } from "@blueprint/contract/audiences";
import { publishBlueprint, type Visibility } from "@blueprint/contract/blueprints";
import { discoverPlaces } from "@blueprint/contract/discover";
import { sendFormAnswers } from "@blueprint/contract/form-answers";
import { getPublishedBlueprint, openPlace } from "@blueprint/contract/published";
import { teamRoles } from "@blueprint/contract/roles";
import { changeSharing } from "@blueprint/contract/sharing";
import { addAnchor, editAnchor, editQuestion } from "@blueprint/scene/anchor-operations";
import { addObject } from "@blueprint/scene/object-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { addZone } from "@blueprint/scene/zone-operations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { storeSceneUpdates } from "../scene/scene.service.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const square = {
  outer: [
    [0, 0],
    [3, 0],
    [3, 3],
  ] as [number, number][],
  holes: [],
};

/** A published place with something for each audience. */
async function buildPublished(visibility: Visibility) {
  const owner = await app.buildPerson();
  const { id, slug } = await app.buildBlueprint(owner);
  await buildReadyScan(app, owner, id);
  const doc = new Y.Doc();
  for (const audience of ["visitor", "staff", "contractor", "robot"] as const) {
    addAnchor(doc, buildAnchor({ id: `anchor-${audience}`, title: `Only ${audience}` }));
    editAnchor(doc, `anchor-${audience}`, { audiences: [audience] });
    addZone(doc, `zone-${audience}`, square, { name: `Zone of ${audience}`, audiences: [audience] });
    addObject(doc, "views", `view-${audience}`, { position: [0, 1, 2], target: [0, 0, 0], audiences: [audience] });
  }
  addAnchor(doc, buildAnchor({ id: "shared", title: "For all" }));
  addAnchor(doc, { ...buildAnchor({ id: "defects", title: "Defects" }), type: "form" });
  editAnchor(doc, "defects", { audiences: ["contractor"] });
  editQuestion(doc, "defects", "q", { label: "What is broken?" });
  const update = Y.encodeStateAsUpdate(doc);
  await storeSceneUpdates(app.context, id, [{ update, authorId: owner.userId, changeCount: 1 }]);
  const params = { blueprintId: id };
  await owner.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility } });
  const makeLink = async (audience: "staff" | "contractor" | "robot") => {
    const { links } = await owner.api(changeAudienceLink, { params, body: { audience, to: "made" } });
    return links.find((link) => link.audience === audience)!.key;
  };
  return { owner, params, slug, makeLink };
}

const look = (api: TestPerson["api"], slug: string, query: { key?: string; as?: Audience } = {}) =>
  api(getPublishedBlueprint, { params: { slug }, query });

describe("a place for its team", () => {
  it("opens for members who may see it, and looks unknown to everyone else", async () => {
    const { owner, params, slug, makeLink } = await buildPublished("team");
    const members = new Map(
      await Promise.all(
        teamRoles
          .filter((role) => role !== "owner")
          .map(async (role) => [role, await app.buildMember(owner.personalTeamId, role)] as const),
      ),
    );
    const stranger = await app.buildPerson({ isOperator: true });
    const seen = async () => ({
      owner: await outcome(look(owner.api, slug)),
      ...Object.fromEntries(
        await Promise.all([...members].map(async ([role, { api }]) => [role, await outcome(look(api, slug))])),
      ),
      stranger: await outcome(look(stranger.api, slug)),
      nobody: await outcome(look(app.anonymous, slug)),
    });
    const unknown = "blueprint-not-published";
    expect(await seen()).toEqual({
      owner: "ok",
      admin: "ok",
      editor: "ok",
      viewer: "ok",
      scanner: unknown,
      stranger: unknown,
      nobody: unknown,
    });
    await owner.api(changeSharing, { params, body: { visibility: "private" } });
    expect(await seen()).toEqual({
      owner: "ok",
      admin: "ok",
      editor: "ok",
      viewer: unknown,
      scanner: unknown,
      stranger: unknown,
      nobody: unknown,
    });
    expect(await outcome(look(app.anonymous, slug, { key: await makeLink("staff") }))).toBe(unknown);
    const proofs = [{ password: "guess" }, { pass: "k.forged" }];
    for (const body of proofs) {
      expect(await outcome(app.anonymous(openPlace, { params: { slug }, body }))).toBe(unknown);
    }
    const answers = { params: { slug, anchorId: "defects" }, body: { answers: { q: "The door." } } };
    expect(await outcome(app.anonymous(sendFormAnswers, answers))).toBe(unknown);
  });

  it("is listed nowhere, cannot be framed by other sites, and no shared cache keeps its files", async () => {
    const { owner, params, slug } = await buildPublished("public");
    await owner.api(changeSharing, { params, body: { embedOrigins: ["https://museum.example"] } });
    const frame = async () => (await fetch(`${app.url}/webxr?b=${slug}`)).headers.get("content-security-policy");
    expect(await frame()).toContain("frame-ancestors 'self' https://museum.example");
    await owner.api(changeSharing, { params, body: { visibility: "team" } });
    expect(await frame()).toContain("frame-ancestors 'none'");
    const { places } = await app.anonymous(discoverPlaces, { query: {} });
    expect(places.map((place) => place.slug)).not.toContain(slug);
    const answer = await fetch(`${app.url}/api/published/${slug}`, { headers: { cookie: owner.cookie } });
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    const place = await look(owner.api, slug);
    const file = await fetch(`${app.url}${place.scans[0]!.delivery.entryUrl}`);
    expect([file.status, file.headers.get("cache-control")]).toEqual([200, expect.stringMatching(/^private/)]);
  });
});

describe("content for other audiences", () => {
  it("is not sent: visitors, members, and people with a link each get their own", async () => {
    const { owner, slug, makeLink } = await buildPublished("unlisted");
    const words = (audience: Audience) => [`Only ${audience}`, `Zone of ${audience}`, `view-${audience}`];
    const all = (["visitor", "staff", "contractor", "robot"] as const).flatMap(words);
    const sent = async (init: RequestInit, query = "") => {
      const text = await (await fetch(`${app.url}/api/published/${slug}${query}`, init)).text();
      expect(text).toContain("For all");
      return all.filter((word) => text.includes(word));
    };
    const asOwner = { headers: { cookie: owner.cookie } };
    expect(await sent({})).toEqual(words("visitor"));
    expect(await sent({}, "?as=staff")).toEqual(words("visitor"));
    expect(await sent(asOwner)).toEqual(words("staff"));
    expect(await sent(asOwner, "?as=visitor")).toEqual(words("visitor"));
    for (const audience of ["staff", "contractor", "robot"] as const) {
      const key = await makeLink(audience);
      expect(await sent({}, `?key=${key}`)).toEqual(words(audience));
      expect(await sent({}, `?key=${key}&as=${audience === "robot" ? "staff" : "robot"}`)).toEqual(words(audience));
      expect(await sent({}, `?key=${key}&as=visitor`)).toEqual(words("visitor"));
    }
  });

  it("accepts form answers only from the form's audience", async () => {
    const { slug, makeLink } = await buildPublished("unlisted");
    const send = (key?: string) =>
      outcome(
        app.anonymous(sendFormAnswers, {
          params: { slug, anchorId: "defects" },
          body: { answers: { q: "The door." }, ...(key === undefined ? {} : { key }) },
        }),
      );
    expect(await send()).toBe("not-found");
    expect(await send(await makeLink("robot"))).toBe("not-found");
    expect(await send(await makeLink("contractor"))).toBe("ok");
  });
});

describe("an audience's link", () => {
  it("opens content for the team, until it is replaced or revoked; a forged one does not", async () => {
    const { owner, params, slug, makeLink } = await buildPublished("team");
    const open = (key: string) => outcome(look(app.anonymous, slug, { key }));
    const first = await makeLink("contractor");
    expect(await open(first)).toBe("ok");
    expect((await owner.api(listAudienceLinks, { params })).links).toMatchObject([
      { audience: "contractor", key: first },
    ]);
    for (const forged of ["contractor.", `staff${first.slice("contractor".length)}`, `${first}x`, "visitor.x", ""]) {
      expect(await open(forged), forged).toBe("blueprint-not-published");
    }
    const other = await buildPublished("team");
    await other.makeLink("contractor");
    expect(await outcome(look(app.anonymous, other.slug, { key: first }))).toBe("blueprint-not-published");
    const second = await makeLink("contractor");
    expect([await open(first), await open(second)]).toEqual(["blueprint-not-published", "ok"]);
    await owner.api(changeAudienceLink, { params, body: { audience: "contractor", to: "withdrawn" } });
    expect(await open(second)).toBe("blueprint-not-published");
    expect((await owner.api(listAudienceLinks, { params })).links).toEqual([]);
  });
});
