import type { ClaimState, Cover } from "@blueprint/contract/blueprint-details";
import {
  getBlueprint,
  listBlueprints,
  listBlueprintTags,
  listDetailChoices,
  publishBlueprint,
  updateBlueprint,
} from "@blueprint/contract/blueprints";
import { discoverPlaces } from "@blueprint/contract/discover";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import type { BlueprintId, RequestId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { toMediaName } from "@blueprint/contract/media";
import type { OpeningHours } from "@blueprint/contract/opening-hours";
import { getPublishedBlueprint } from "@blueprint/contract/published";
import { closeRequest, type RequestOutcome, sendRequest } from "@blueprint/contract/requests";
import { editSettings } from "@blueprint/scene/settings-operations";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { createUpload } from "@blueprint/uploads/upload";
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

type Details = EndpointRequest<typeof updateBlueprint>["body"];
const change = (person: Pick<TestPerson, "api">, blueprintId: BlueprintId, body: Details) =>
  person.api(updateBlueprint, { params: { blueprintId }, body });
const publish = (person: TestPerson, blueprintId: BlueprintId, basedOnVersion = 0) =>
  person.api(publishBlueprint, { params: { blueprintId }, body: { basedOnVersion, visibility: "public" } });

async function storePicture(owner: TestPerson, contentType = "image/png", sizeBytes = 4): Promise<string> {
  const fileId = crypto.randomUUID();
  const bytes = new Uint8Array(sizeBytes);
  const upload = createUpload({
    source: { name: "file", sizeBytes, slice: (start, end) => bytes.subarray(start, end) },
    objectName: toMediaName(owner.personalTeamId, fileId),
    contentType,
    baseUrl: app.url,
    headers: owner.asProgram,
  });
  upload.start();
  expect(await upload.done).toMatchObject({ state: "success" });
  return fileId;
}

const hours = (days: Partial<OpeningHours["week"]>): OpeningHours => ({
  week: { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [], ...days },
  differentDays: [],
  note: "",
});

describe("the details of a blueprint", () => {
  it("are stored field by field, each tag once, and removed again", async () => {
    const owner = await app.buildPerson();
    const { id } = await app.buildBlueprint(owner);
    const said = { timeZone: "Asia/Kathmandu", placeId: "ChIJ<i>", floorAreaSquareMetres: 1234.5 };
    await change(owner, id, said);
    const tags = ["Harbour", " <img src=x onerror=alert(1)> ", "harbour", 'a"b\\c%_'];
    expect(await change(owner, id, { tags })).toMatchObject({
      ...said,
      tags: ["Harbour", "<img src=x onerror=alert(1)>", 'a"b\\c%_'],
      claimState: "unclaimed",
      cover: null,
    });
    const facts = [{ label: "Wi-Fi", text: "<b>Free</b>" }];
    const openingHours = hours({ friday: [{ opens: "20:00", closes: "02:00" }] });
    expect(await change(owner, id, { facts, openingHours })).toMatchObject({ ...said, facts, openingHours });
    const nothing = {
      facts: [],
      openingHours: null,
      timeZone: null,
      placeId: null,
      floorAreaSquareMetres: null,
      tags: [],
    };
    expect(await change(owner, id, nothing)).toMatchObject(nothing);
  });

  it.each<[string, Record<string, unknown>]>([
    ["timeZone", { timeZone: "Mars/Olympus" }],
    ["timeZone", { timeZone: "+01:00" }],
    ["timeZone", { timeZone: "" }],
    ["placeId", { placeId: "x".repeat(limits.placeIdCharactersMax + 1) }],
    ["placeId", { placeId: "a\0b" }],
    ["facts.0.label", { facts: [{ label: " ", text: "Free" }] }],
    ["facts.0.text", { facts: [{ label: "Wi-Fi", text: "x".repeat(limits.factTextCharactersMax + 1) }] }],
    ["facts", { facts: Array.from({ length: limits.factsMax + 1 }, (_, at) => ({ label: `${at}`, text: "x" })) }],
    ["openingHours.week", { openingHours: { differentDays: [], note: "" } }],
    ["openingHours.week.monday.0.closes", { openingHours: hours({ monday: [{ opens: "09:00", closes: "25:00" }] }) }],
    [
      "openingHours.week.monday",
      { openingHours: hours({ monday: Array(5).fill({ opens: "09:00", closes: "09:01" }) }) },
    ],
    ["floorAreaSquareMetres", { floorAreaSquareMetres: 0 }],
    ["floorAreaSquareMetres", { floorAreaSquareMetres: -1 }],
    ["floorAreaSquareMetres", { floorAreaSquareMetres: 1e300 }],
    ["floorAreaSquareMetres", { floorAreaSquareMetres: "12" }],
    ["tags.0", { tags: ["a,b"] }],
    ["tags.0", { tags: [" "] }],
    ["tags.0", { tags: ["x".repeat(limits.tagCharactersMax + 1)] }],
    ["tags.0", { tags: ["a\nb"] }],
    ["tags", { tags: Array.from({ length: limits.tagsMax + 1 }, (_, index) => `tag ${index}`) }],
    ["cover.kind", { cover: { kind: "url", id: "javascript:alert(1)" } }],
  ])("refuse %s as invalid", async (field, body) => {
    const owner = await app.buildPerson();
    const { id } = await app.buildBlueprint(owner);
    await expect(change(owner, id, body as Details)).rejects.toMatchObject({
      code: "invalid-input",
      fields: { [field]: expect.any(String) },
    });
  });

  it("are frozen with a version: visitors read them, and searches find the place by its tags", async () => {
    const owner = await app.buildPerson();
    const { id, slug } = await app.buildBlueprint(owner);
    await buildReadyScan(app, owner, id);
    const said = { tags: ["Zeppelin hall"], timeZone: "Europe/Oslo", floorAreaSquareMetres: 80 };
    await change(owner, id, { ...said, placeId: "secret" });
    await publish(owner, id);
    await change(owner, id, { tags: ["Submarine"], timeZone: null });
    const place = await app.anonymous(getPublishedBlueprint, { params: { slug }, query: {} });
    expect(place).toMatchObject(said);
    expect(JSON.stringify(place)).not.toContain("secret");
    const found = async (search: string) =>
      (await app.anonymous(discoverPlaces, { query: { search } })).places.map(({ tags }) => tags);
    expect(await found("zeppelin")).toEqual([said.tags]);
    expect(await found("submarine")).toEqual([]);
  });
});

describe("tags", () => {
  it("filter a team's list, are found by the search, and are listed in any letter case", async () => {
    const owner = await app.buildPerson();
    const [first, second] = [await app.buildBlueprint(owner), await app.buildBlueprint(owner)];
    await change(owner, first.id, { tags: ["Summer 100%", "Ålesund"] });
    await change(owner, second.id, { tags: ["ålesund"] });
    const stranger = await app.buildPerson();
    await change(stranger, (await app.buildBlueprint(stranger)).id, { tags: ["Ålesund", "Theirs"] });
    const list = async (query: { tag?: string; search?: string }) => {
      const answer = await owner.api(listBlueprints, { query: { teamId: owner.personalTeamId, ...query } });
      expect(answer.total).toBe(answer.blueprints.length);
      return answer.blueprints.map(({ id }) => id);
    };
    expect(await list({ tag: "ÅLESUND" })).toEqual([second.id, first.id]);
    expect(await list({ tag: "Summer 100%" })).toEqual([first.id]);
    expect(await list({ tag: "Summer" })).toEqual([]);
    expect(await list({ tag: "' or 1=1 --" })).toEqual([]);
    expect(await list({ search: "100%" })).toEqual([first.id]);
    const params = { teamId: owner.personalTeamId };
    expect((await owner.api(listBlueprintTags, { params })).tags).toEqual([
      { tag: "Ålesund", count: 2 },
      { tag: "Summer 100%", count: 1 },
    ]);
    expect(await outcome(stranger.api(listBlueprintTags, { params }))).toBe("not-found");
  });
});

describe("units", () => {
  it("are the current document's, and reading them freezes nothing", async () => {
    const owner = await app.buildPerson();
    const { id, slug } = await app.buildBlueprint(owner);
    await buildReadyScan(app, owner, id);
    await publish(owner, id);
    const visit = () => app.anonymous(getPublishedBlueprint, { params: { slug } });
    const published = await visit();
    const doc = createDocument();
    editSettings(doc, { units: "imperial" });
    const update = Y.encodeStateAsUpdate(doc);
    await storeSceneUpdates(app.context, id, [{ update, authorId: owner.userId, changeCount: 1 }]);
    const params = { blueprintId: id };
    expect(await owner.api(listDetailChoices, { params })).toMatchObject({ units: "imperial" });
    expect(await owner.api(getBlueprint, { params })).toMatchObject({ latestVersion: 1, publishedVersion: 1 });
    expect((await visit()).scene).toEqual(published.scene);
    // Only publishing takes them over.
    await publish(owner, id, 1);
    expect((await visit()).scene).toMatchObject({ units: "imperial" });
  });
});

describe("the cover", () => {
  it("is a scan's picture or one of the team's, for the team and for visitors; another team's is refused", async () => {
    const owner = await app.buildPerson();
    const { id, slug } = await app.buildBlueprint(owner);
    const first = await buildReadyScan(app, owner, id);
    const second = await buildReadyScan(app, owner, id);
    const fileId = await storePicture(owner);
    const choices = await owner.api(listDetailChoices, { params: { blueprintId: id } });
    expect(choices).toMatchObject({ units: "metric", createdByName: owner.name });
    const offered: Cover[] = [first, second].map(({ id: scanId }) => ({ kind: "scan", id: scanId }));
    expect(choices.covers.map(({ cover }) => cover)).toHaveLength(3);
    expect(choices.covers.map(({ cover }) => cover)).toEqual(
      expect.arrayContaining([...offered, { kind: "file", id: fileId }]),
    );

    const byScan: Cover = { kind: "scan", id: second.id };
    expect((await change(owner, id, { cover: byScan })).coverUrl).toContain(second.deliveryPrefix);
    expect(await change(owner, id, { cover: { kind: "file", id: fileId } })).toMatchObject({
      coverUrl: expect.stringContaining(fileId),
    });
    await publish(owner, id);
    const { places } = await app.anonymous(discoverPlaces, { query: { limit: 100 } });
    const shown = places.find((place) => place.slug === slug)?.coverUrl ?? "";
    expect(shown).toContain(fileId);
    expect((await fetch(`${app.url}${shown}`)).headers.get("content-type")).toBe("image/png");

    const stranger = await app.buildPerson();
    const theirs = await app.buildBlueprint(stranger);
    const refused: Cover[] = [
      byScan,
      { kind: "file", id: fileId },
      { kind: "file", id: await storePicture(stranger, "text/html") },
      { kind: "file", id: await storePicture(stranger, "image/png", limits.coverBytesMax + 1) },
      { kind: "file", id: crypto.randomUUID() },
    ];
    for (const cover of refused)
      await expect(change(stranger, theirs.id, { cover })).rejects.toMatchObject({
        fields: { cover: expect.any(String) },
      });
    expect(await outcome(stranger.api(listDetailChoices, { params: { blueprintId: id } }))).toBe("not-found");
  });

  it("stays while a blueprint or a version shows it", async () => {
    const owner = await app.buildPerson();
    const { id } = await app.buildBlueprint(owner);
    await buildReadyScan(app, owner, id);
    const fileId = await storePicture(owner);
    const remove = async () => {
      const name = encodeURIComponent(toMediaName(owner.personalTeamId, fileId));
      return (await fetch(`${app.url}/v0/b/blueprint-local/o/${name}`, { method: "DELETE", headers: owner.asProgram }))
        .status;
    };
    await change(owner, id, { cover: { kind: "file", id: fileId } });
    expect(await remove()).toBe(409);
    await publish(owner, id);
    await change(owner, id, { cover: null });
    expect(await remove()).toBe(409);
    await app.context.sql`update blueprint_versions set cover = null where blueprint_id = ${id}`;
    expect(await remove()).toBe(204);
  });
});

describe("the claim state", () => {
  it("follows what the operators decide about claims that were requests to them", async () => {
    const operator = await app.buildPerson({ isOperator: true });
    const owner = await app.buildPerson();
    const { id, slug } = await app.buildBlueprint(owner);
    await buildReadyScan(app, owner, id);
    await publish(owner, id);
    const state = async (): Promise<ClaimState> =>
      (await owner.api(getBlueprint, { params: { blueprintId: id } })).claimState;
    const payload = { slug, relation: "owner", evidence: "Lease" } as const;
    const claimant = await app.buildPerson();
    /** As people with an account sent them before there were claims. */
    const claim = async () => {
      const requestId = app.context.ids.uuid() as RequestId;
      await app.context.sql`
        insert into requests (id, kind, name, email, payload, user_id, created_at)
        values (${requestId}, 'claim', 'Ada', 'ada@example.org', ${JSON.stringify(payload)}::text::jsonb,
          ${claimant.userId}, now())`;
      return requestId;
    };
    const close = (requestId: RequestId, decision: RequestOutcome) =>
      operator.api(closeRequest, { params: { requestId }, body: { outcome: decision, answer: "" } });
    const body = { kind: "claim", name: "Ada", email: "ada@example.org", payload } as const;
    const anonymous = (await app.anonymous(sendRequest, { body })).id as RequestId;
    expect(await state(), "of a claim without an account").toBe("unclaimed");
    await close(anonymous, "accepted");
    expect(await state(), "of an accepted one: its sender is invited").toBe("unclaimed");
    const [first, second] = [await claim(), await claim()];
    await app.context.sql`update blueprints set claim_state = 'pending' where id = ${id}`;
    await close(first, "declined");
    expect(await state()).toBe("pending");
    await close(second, "declined");
    expect(await state()).toBe("unclaimed");
    await close(await claim(), "accepted");
    expect(await state()).toBe("claimed");
    await close(await claim(), "declined");
    expect(await state()).toBe("claimed");
  });
});
