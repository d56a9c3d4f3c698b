import { changeAudienceLink } from "@blueprint/contract/audience-links";
import {
  type Blueprint,
  binBlueprint,
  getBlueprint,
  listBlueprintVersions,
  moveBlueprint,
  publishBlueprint,
  unpublishBlueprint,
  updateBlueprint,
} from "@blueprint/contract/blueprints";
import type { BlueprintId, UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { planRules } from "@blueprint/contract/plans";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import type { TeamRole } from "@blueprint/contract/roles";
import { deleteScan } from "@blueprint/contract/scans";
import { changeSharing } from "@blueprint/contract/sharing";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { addObject, editObject } from "@blueprint/scene/object-operations";
import { editPlanPair } from "@blueprint/scene/plan-operations";
import { editSettings } from "@blueprint/scene/settings-operations";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as Y from "yjs";
import type { TeamScope } from "../../platform/http/scope.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { finishedOrWaiting } from "../../testing/finished-or-waiting.ts";
import { outcome } from "../../testing/outcome.ts";
import { lockBlueprint } from "../blueprints/blueprints.service.ts";
import { removeDeletedScanFiles } from "../scans/scan-attempts.service.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { storeSceneUpdates } from "../scene/scene.service.ts";
import { lockTeam } from "../teams/teams.service.ts";

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const publish = (api: TestPerson["api"], { id }: Pick<Blueprint, "id">, basedOnVersion = 0, visibility = "unlisted") =>
  api(publishBlueprint, {
    params: { blueprintId: id },
    body: { basedOnVersion, visibility: visibility as "unlisted" | "public" },
  });
const unpublish = (api: TestPerson["api"], { id }: Pick<Blueprint, "id">) =>
  api(unpublishBlueprint, { params: { blueprintId: id } });
const versions = async (api: TestPerson["api"], { id }: Pick<Blueprint, "id">) =>
  (await api(listBlueprintVersions, { params: { blueprintId: id }, query: {} })).versions;
const visit = (slug: string) => app.anonymous(getPublishedBlueprint, { params: { slug } });

async function buildReadyBlueprint(owner?: TestPerson) {
  const person = owner ?? (await app.buildPerson());
  const blueprint = await app.buildBlueprint(person);
  const scan = await buildReadyScan(app, person, blueprint.id);
  return { owner: person, blueprint, scan };
}

async function placeAnchor(blueprint: Blueprint, author: UserId, id: string, title: string) {
  await editScene(blueprint, author, (doc) => addAnchor(doc, buildAnchor({ id, title, createdBy: author })));
}

async function editScene(blueprint: Blueprint, author: UserId, edit: (doc: Y.Doc) => void) {
  const doc = new Y.Doc();
  edit(doc);
  const update = Y.encodeStateAsUpdate(doc);
  await storeSceneUpdates(app.context, blueprint.id, [{ update, authorId: author, changeCount: 1 }]);
}

describe("publishing", () => {
  it("freezes the scene and the ready scans, and serves them to anyone", async () => {
    const { owner, blueprint, scan } = await buildReadyBlueprint();
    await placeAnchor(blueprint, owner.userId, "b4b6f7e0-0000-4000-8000-000000000001", '<b>Fire</b> door & "exit"');
    const published = await publish(owner.api, blueprint);
    expect(published).toMatchObject({
      state: "published",
      publishedVersion: 1,
      latestVersion: 1,
      visibility: "unlisted",
    });
    const seen = await visit(blueprint.slug);
    expect(seen).toMatchObject({ slug: blueprint.slug, name: "Gallery", version: 1 });
    expect(seen.scene.anchors.map(({ title }) => title)).toEqual(['<b>Fire</b> door & "exit"']);
    expect(seen.scans.map(({ id }) => id)).toEqual([scan.id]);
    const file = await fetch(app.url + seen.scans[0]?.delivery.entryUrl);
    expect([file.status, file.headers.get("cache-control")?.split(",")[0]]).toEqual([200, "public"]);
  });

  it("is listed in pages, each version once, with its number of anchors", async () => {
    const { owner, blueprint } = await buildReadyBlueprint();
    await placeAnchor(blueprint, owner.userId, "b4b6f7e0-0000-4000-8000-000000000001", "Door");
    await publish(owner.api, blueprint);
    await app.context.sql`
      insert into blueprint_versions (blueprint_id, number, name, industry, description, address, scene, scans, published_at)
      select blueprint_id, n, name, industry, description, address, scene, scans, published_at
      from blueprint_versions, generate_series(2, ${limits.versionsPerPage + 3}) n where blueprint_id = ${blueprint.id}`;
    const page = (cursor?: string) =>
      owner.api(listBlueprintVersions, { params: { blueprintId: blueprint.id }, query: { cursor } });
    const first = await page();
    const second = await page(first.nextCursor ?? "");
    const numbers = [...first.versions, ...second.versions].map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: limits.versionsPerPage + 3 }, (_, index) => numbers.length - index));
    expect([first.versions.length, second.nextCursor]).toEqual([limits.versionsPerPage, null]);
    expect(second.versions.at(-1)).toMatchObject({ number: 1, anchorCount: 1, isServed: true });
    expect(await outcome(page("1; drop table"))).toBe("invalid-input");
  });

  it("shows visitors every scan where the team placed it, and starts where the team chose", async () => {
    const { owner, blueprint, scan } = await buildReadyBlueprint();
    const annex = await buildReadyScan(app, owner, blueprint.id);
    await editScene(blueprint, owner.userId, (doc) => {
      addObject(doc, "placements", annex.id, { position: [4, 0, -2], rotation: [0, 1, 0, 0], scale: 2 });
      addObject(doc, "views", "hall", { position: [1, 2, 3], target: [0, 1, 0] });
      editSettings(doc, { startViewId: "hall" });
    });
    await publish(owner.api, blueprint);
    const { scans } = await visit(blueprint.slug);
    expect(scans.map(({ id, placement, startView }) => ({ id, placement, startView }))).toEqual([
      { id: scan.id, placement: undefined, startView: { position: [1, 2, 3], target: [0, 1, 0] } },
      { id: annex.id, placement: { position: [4, 0, -2], yaw: Math.PI, scale: 2 }, startView: undefined },
    ]);
  });

  it("serves the drawings that the team placed on a storey, and keeps their sheets when they are removed", async () => {
    const { owner, blueprint, scan } = await buildReadyBlueprint();
    const extent = { min: [0, 0] as [number, number], max: [3, 2] as [number, number] };
    const plans = [{ path: "plan.svg", floorM: 0, cutM: 0, extent, isPicture: true }];
    const build = () => buildReadyScan(app, owner, blueprint.id, { kind: "plan", plans });
    const [hall, cellar, office, sketch] = [await build(), await build(), await build(), await build()];
    await editScene(blueprint, owner.userId, (doc) => {
      for (const [id, { id: scanId }] of Object.entries({ hall, cellar, office, sketch })) {
        addObject(doc, "plans", id, { name: id, scanId, widthPixels: 300, heightPixels: 200, floor: 1, opacity: 0.5 });
        editPlanPair(doc, id, "a", { image: [0, 0], world: [1, 2] });
        if (id !== "sketch") editPlanPair(doc, id, "b", { image: [300, 0], world: [1, 8] });
      }
      editObject(doc, "plans", "cellar", { isHidden: true });
      editObject(doc, "plans", "office", { audiences: ["staff"] });
    });
    await publish(owner.api, blueprint);
    const seen = await visit(blueprint.slug);
    const laid = { floor: 1, opacity: 0.5, page: 1, corner: [expect.closeTo(1, 9), expect.closeTo(2, 9)] };
    const turned = { angle: expect.closeTo(Math.PI / 2, 9), size: [expect.closeTo(6, 9), expect.closeTo(4, 9)] };
    expect(seen.scene.plans).toEqual([{ id: "hall", name: "hall", scanId: hall.id, ...laid, ...turned }]);
    // Hidden content and content for other audiences is not sent at all; an unplaced drawing is a sheet among the
    // scans.
    expect(seen.scans.map(({ id }) => id)).toEqual([scan.id, hall.id, sketch.id]);
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${cellar.id}|${office.id}|cellar|office`));
    const staff = await owner.api(getPublishedBlueprint, { params: { slug: blueprint.slug }, query: { as: "staff" } });
    expect(staff.scene.plans?.map(({ id }) => id).sort()).toEqual(["hall", "office"]);
    expect(staff.scans.map(({ id }) => id)).toContain(office.id);
    const versions = { params: { blueprintId: blueprint.id }, query: { with: "scene" as const } };
    const { servedScene } = await owner.api(listBlueprintVersions, versions);
    expect(servedScene).toEqual(staff.scene);
    await owner.api(unpublishBlueprint, { params: { blueprintId: blueprint.id } });
    expect((await owner.api(listBlueprintVersions, versions)).servedScene).toBeNull();
    await publish(owner.api, blueprint, 1);

    const read = async () => {
      const drawn = (await visit(blueprint.slug)).scans.find(({ id }) => id === hall.id);
      const answer = await fetch(app.url + drawn?.delivery.plans[0]?.url);
      return [answer.status, await answer.text()];
    };
    expect(await read()).toEqual([200, "0123456789 plan.svg"]);
    await owner.api(deleteScan, { params: { scanId: hall.id } });
    await removeDeletedScanFiles(app.context, hall.id);
    expect(await read(), "a version stays whole").toEqual([200, "0123456789 plan.svg"]);
  });

  it("serves the version as it was frozen, whatever changes or is deleted afterwards", async () => {
    const { owner, blueprint, scan } = await buildReadyBlueprint();
    await publish(owner.api, blueprint);
    await owner.api(updateBlueprint, { params: { blueprintId: blueprint.id }, body: { name: "Renamed" } });
    await placeAnchor(blueprint, owner.userId, "b4b6f7e0-0000-4000-8000-000000000002", "Later");
    await owner.api(deleteScan, { params: { scanId: scan.id } });
    const seen = await visit(blueprint.slug);
    expect(seen).toMatchObject({ name: "Gallery", version: 1, scene: { anchors: [] } });
    expect((await fetch(app.url + seen.scans[0]?.delivery.entryUrl)).status).toBe(200);
  });

  it("creates a new version each time and keeps the former ones", async () => {
    const { owner, blueprint } = await buildReadyBlueprint();
    await publish(owner.api, blueprint);
    await placeAnchor(blueprint, owner.userId, "b4b6f7e0-0000-4000-8000-000000000003", "Second");
    expect(await publish(owner.api, blueprint, 1, "public")).toMatchObject({
      publishedVersion: 2,
      visibility: "public",
    });
    expect((await visit(blueprint.slug)).version).toBe(2);
    expect(await versions(owner.api, blueprint)).toEqual([
      expect.objectContaining({ number: 2, anchorCount: 1, isServed: true, publishedByName: owner.name }),
      expect.objectContaining({ number: 1, anchorCount: 0, isServed: false }),
    ]);
  });

  it("lets one of two who publish at the same moment win; the other gets an error", async () => {
    const { owner, blueprint } = await buildReadyBlueprint();
    const editor = await app.buildMember(owner.personalTeamId, "editor");
    const outcomes = await Promise.all(
      [owner, editor, owner, editor].map(({ api }) => outcome(publish(api, blueprint))),
    );
    expect(outcomes.sort()).toEqual(["ok", "publish-conflict", "publish-conflict", "publish-conflict"]);
    expect((await versions(owner.api, blueprint)).map(({ number }) => number)).toEqual([1]);
    expect(await outcome(publish(owner.api, blueprint, 5))).toBe("publish-conflict");
  });

  it("needs a scan that is ready", async () => {
    const owner = await app.buildPerson();
    const blueprint = await app.buildBlueprint(owner);
    expect(await outcome(publish(owner.api, blueprint))).toBe("publish-nothing-ready");
    const { id } = await buildReadyScan(app, owner, blueprint.id);
    await owner.api(deleteScan, { params: { scanId: id } });
    expect(await outcome(publish(owner.api, blueprint))).toBe("publish-nothing-ready");
    expect(await versions(owner.api, blueprint)).toEqual([]);
  });

  it("refuses archived and binned blueprints; archiving closes the place", async () => {
    const { owner, blueprint } = await buildReadyBlueprint();
    await publish(owner.api, blueprint);
    for (const to of ["archived", "binned"] as const) {
      const params = { blueprintId: blueprint.id };
      if (to === "binned") await owner.api(binBlueprint, { params });
      else await owner.api(moveBlueprint, { params, body: { to } });
      expect(await outcome(visit(blueprint.slug))).toBe("blueprint-not-published");
      expect(await outcome(publish(owner.api, blueprint, 1))).toBe("blueprint-archived");
    }
    await owner.api(moveBlueprint, { params: { blueprintId: blueprint.id }, body: { to: "restored" } });
    expect(await outcome(visit(blueprint.slug)), "restoring does not publish").toBe("blueprint-not-published");
    expect(await publish(owner.api, blueprint, 1)).toMatchObject({ publishedVersion: 2 });
  });

  it("stops at the plan's limit once grace is over, but never for published places", async () => {
    const owner = await app.buildPerson();
    const places: Blueprint[] = [];
    for (let index = 0; index < 5; index++) places.push((await buildReadyBlueprint(owner)).blueprint);
    const [first, second, third, fourth, fifth] = places as [Blueprint, Blueprint, Blueprint, Blueprint, Blueprint];
    await Promise.all([first, second, third].map((place) => publish(owner.api, place)));
    app.clock.advance((planRules.graceDays + 1) * 24 * 3600 * 1000);
    const { api } = await app.signIn(owner);
    expect(await outcome(publish(api, fourth))).toBe("plan-limit-published");
    expect(await outcome(publish(api, first, 1)), "a new version of a published one").toBe("ok");
    await unpublish(api, second);
    const outcomes = await Promise.all([fourth, fifth].map((place) => outcome(publish(api, place))));
    expect(outcomes.sort(), "two at once for the last place").toEqual(["ok", "plan-limit-published"]);
    for (const place of [first, third]) expect(await outcome(visit(place.slug))).toBe("ok");
  });

  it("accepts only the existing ways", async () => {
    const { owner, blueprint } = await buildReadyBlueprint();
    expect(await outcome(publish(owner.api, blueprint, 0, "nobody"))).toBe("invalid-input");
    expect(await outcome(publish(owner.api, blueprint, -1))).toBe("invalid-input");
  });
});

describe("unpublishing", () => {
  it("closes the place, keeps the versions, and publishing again creates a new one", async () => {
    const { owner, blueprint } = await buildReadyBlueprint();
    await publish(owner.api, blueprint);
    for (let times = 0; times < 2; times++) {
      expect(await unpublish(owner.api, blueprint)).toMatchObject({ state: "ready", publishedVersion: null });
    }
    expect(await outcome(visit(blueprint.slug))).toBe("blueprint-not-published");
    expect(await versions(owner.api, blueprint)).toEqual([expect.objectContaining({ number: 1, isServed: false })]);
    expect(await publish(owner.api, blueprint, 1)).toMatchObject({ publishedVersion: 2, latestVersion: 2 });
  });
});

describe("two changes of a place at once", () => {
  it.each([
    {
      name: "saying who may open it",
      change: (api: TestPerson["api"], blueprintId: BlueprintId) =>
        api(changeSharing, { params: { blueprintId }, body: { visibility: "public" } }),
    },
    {
      name: "taking it offline",
      change: (api: TestPerson["api"], blueprintId: BlueprintId) =>
        api(unpublishBlueprint, { params: { blueprintId } }),
    },
    {
      name: "making a link for staff",
      change: (api: TestPerson["api"], blueprintId: BlueprintId) =>
        api(changeAudienceLink, { params: { blueprintId }, body: { audience: "staff", to: "made" } }),
    },
    {
      name: "archiving it",
      change: (api: TestPerson["api"], blueprintId: BlueprintId) =>
        api(moveBlueprint, { params: { blueprintId }, body: { to: "archived" } }),
    },
  ])("never deadlock: publishing and $name", async ({ change }) => {
    const { owner, blueprint } = await buildReadyBlueprint();
    await publish(owner.api, blueprint);
    const { db } = app.context;
    const scope = { teamId: owner.personalTeamId } as TeamScope;
    let changed: Promise<string> | undefined;
    // Locks in the order of publishing: the team, then the blueprint, which another request changes meanwhile.
    const isTaken = db.transaction(async (publishing) => {
      await lockTeam(publishing, scope);
      changed = outcome(change(owner.api, blueprint.id));
      await finishedOrWaiting(app.context.sql, changed);
      return (await lockBlueprint(publishing, scope, blueprint.id)) !== null;
    });
    expect([await isTaken.catch(String), await changed]).toEqual([true, "ok"]);
  });
});

describe("who may publish", () => {
  it.each([
    {
      name: "publish",
      call: (api: TestPerson["api"], place: Blueprint) => publish(api, place, place.latestVersion),
      isReading: false,
    },
    { name: "unpublish", call: unpublish, isReading: false },
    { name: "list versions", call: versions, isReading: true },
  ])("$name", async ({ call, isReading }) => {
    const { owner, blueprint } = await buildReadyBlueprint();
    const expected: Record<TeamRole, string> = {
      owner: "ok",
      admin: "ok",
      editor: "ok",
      viewer: isReading ? "ok" : "forbidden",
      scanner: "not-found",
    };
    for (const [role, answer] of Object.entries(expected) as [TeamRole, string][]) {
      const person = await app.buildMember(owner.personalTeamId, role);
      const current = await owner.api(getBlueprint, { params: { blueprintId: blueprint.id } });
      expect(await outcome(call(person.api, current)), role).toBe(answer);
    }
    expect(await outcome(call((await app.buildPerson()).api, blueprint)), "another team").toBe("not-found");
    expect(await outcome(call(app.anonymous, blueprint)), "nobody").toBe("unauthenticated");
  });
});
