import { listAuditEvents } from "@blueprint/contract/audit";
import { moveBlueprint } from "@blueprint/contract/blueprints";
import { changeSharing } from "@blueprint/contract/sharing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";

let app: TestApp;
let owner: TestPerson;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.buildPerson({ name: "Ada" });
});

type Query = Parameters<typeof list>[1];
const list = (
  person: Pick<TestPerson, "api">,
  query: { action?: "blueprint" | "blueprint.created"; cursor?: string; limit?: number; until?: string } = {},
) => person.api(listAuditEvents, { params: { teamId: owner.personalTeamId }, query });

describe("the audit log", () => {
  it("says who did what, when and from where, newest first", async () => {
    const admin = await app.buildMember(owner.personalTeamId, "admin");
    const blueprint = await app.buildBlueprint(owner, { name: "<b>Gallery</b>" });
    await admin.api(moveBlueprint, { params: { blueprintId: blueprint.id }, body: { to: "binned" } });
    const { events, total, actors } = await list(owner);
    expect(total).toBe(3);
    expect(events).toMatchObject([
      { action: "blueprint.binned", actorId: admin.userId, actorName: admin.name, subjectName: "<b>Gallery</b>" },
      { action: "blueprint.created", actorId: owner.userId, ipAddress: "127.0.0.1", userAgent: "node" },
      { action: "member.joined", actorName: admin.name, details: { role: "admin" } },
    ]);
    expect(actors.map(({ name }) => name).sort()).toEqual(["Ada", admin.name].sort());
  });

  it("never holds a password", async () => {
    const { id: blueprintId } = await app.buildBlueprint(owner);
    await owner.api(changeSharing, {
      params: { blueprintId },
      body: { visibility: "password", password: "open sesame" },
    });
    const { events } = await list(owner);
    expect(events[0]).toMatchObject({ action: "blueprint.sharing-changed", details: { passwordChanged: true } });
    expect(JSON.stringify(events)).not.toContain("sesame");
  });

  it("is read by pages and by filter", async () => {
    for (const name of ["One", "Two", "Three"]) await app.buildBlueprint(owner, { name });
    const first = await list(owner, { action: "blueprint.created", limit: 2 });
    expect(first.events.map(({ subjectName }) => subjectName)).toEqual(["Three", "Two"]);
    const rest = await list(owner, { action: "blueprint", limit: 2, cursor: first.nextCursor ?? "" });
    expect(rest).toMatchObject({ nextCursor: null, total: 3, events: [{ subjectName: "One" }] });
    const before: Query = { until: first.events.at(-1)?.at ?? "" };
    expect((await list(owner, before)).events.map(({ subjectName }) => subjectName)).toEqual(["One"]);
  });

  it("keeps nothing of an act that did not happen", async () => {
    const { id: blueprintId } = await app.buildBlueprint(owner);
    const call = owner.api(changeSharing, { params: { blueprintId }, body: { visibility: "password" } });
    await expect(call).rejects.toMatchObject({ code: "invalid-input" });
    expect((await list(owner)).total).toBe(1);
  });
});
