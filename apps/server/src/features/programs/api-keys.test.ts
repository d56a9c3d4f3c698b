import { type ApiClient, createApiClient } from "@blueprint/contract/api-client";
import { createApiKey, listApiKeys, revokeApiKey } from "@blueprint/contract/api-keys";
import { type ApiScope, apiScopes } from "@blueprint/contract/api-scopes";
import { listAuditEvents } from "@blueprint/contract/audit";
import {
  binBlueprint,
  createBlueprint,
  getBlueprint,
  listBlueprints,
  publishBlueprint,
  updateBlueprint,
} from "@blueprint/contract/blueprints";
import type { ApiKeyId, TeamId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { TeamRole } from "@blueprint/contract/roles";
import { createScan, getScanUpload } from "@blueprint/contract/scans";
import { inviteToTeam, listTeamMembers } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { announceFile, makePointPly, pointCloudPreflight } from "../scans/testing/scan-fixtures.ts";

let app: TestApp;
let owner: TestPerson;

beforeAll(async () => {
  app = await createTestApp();
  owner = await app.buildPerson({ name: "Ada" });
});
afterAll(() => app.close());

const makeKey = (
  person: TestPerson,
  scopes: readonly ApiScope[],
  { teamId = person.personalTeamId, ...rest }: { teamId?: TeamId; validDays?: number } = {},
) => person.api(createApiKey, { params: { teamId }, body: { name: "Night job", scopes: [...scopes], ...rest } });
const withToken = (token: string): ApiClient =>
  createApiClient({ baseUrl: app.url, headers: { authorization: `Bearer ${token}` } });
const listWith = (api: ApiClient, teamId: TeamId) => api(listBlueprints, { query: { teamId } });

describe("an API key", () => {
  it("is shown once, stored as a hash, and then listed with name, prefix and last use", async () => {
    const { key, token } = await makeKey(owner, ["read"]);
    expect(token).toMatch(/^bp_[\w-]{43}$/);
    expect(token.startsWith(key.prefix)).toBe(true);
    expect(key).toMatchObject({ name: "Night job", scopes: ["read"], createdByName: "Ada", lastUsedAt: null });
    await listWith(withToken(token), owner.personalTeamId);
    const { keys } = await owner.api(listApiKeys, { params: { teamId: owner.personalTeamId } });
    expect(keys.find(({ id }) => id === key.id)).toMatchObject({
      lastUsedAddress: "127.0.0.1",
      lastUsedAt: expect.stringMatching(/^\d{4}-/),
    });
    const [stored] = await app.context.sql`select row_to_json(k)::text as row from api_keys k where id = ${key.id}`;
    expect(stored?.row).not.toContain(token.slice(key.prefix.length));
  });

  it("does what its scopes allow and nothing else", async () => {
    const blueprint = await app.buildBlueprint(owner);
    const blueprintId = blueprint.id;
    const teamId = owner.personalTeamId;
    const attempts: Record<ApiScope | "none", (api: ApiClient) => Promise<unknown>> = {
      read: (api) => api(getBlueprint, { params: { blueprintId } }),
      write: (api) => api(updateBlueprint, { params: { blueprintId }, body: { description: "Two halls." } }),
      publish: (api) =>
        api(publishBlueprint, { params: { blueprintId }, body: { basedOnVersion: 0, visibility: "public" } }),
      scans: (api) =>
        api(createScan, {
          params: { blueprintId },
          body: { fileName: "hall.ply", sizeBytes: 100, preflight: { ...pointCloudPreflight, warnings: [] } },
        }),
      none: (api) => api(listTeamMembers, { params: { teamId } }),
    };
    const expected = { read: "ok", write: "ok", publish: "publish-nothing-ready", scans: "ok" };
    for (const scope of apiScopes) {
      const api = withToken((await makeKey(owner, [scope])).token);
      for (const [wanted, attempt] of Object.entries(attempts)) {
        const answer =
          wanted === "none" ? "api-key-not-accepted" : wanted === scope ? expected[scope] : "api-key-scope-missing";
        expect(await outcome(attempt(api)), `${scope} tries ${wanted}`).toBe(answer);
      }
      expect(await outcome(api(binBlueprint, { params: { blueprintId } })), scope).toBe("api-key-not-accepted");
    }
  });

  it("opens nothing that belongs to people: profile, members, keys", async () => {
    const { token, key } = await makeKey(owner, apiScopes);
    const api = withToken(token);
    const params = { teamId: owner.personalTeamId };
    const calls = [
      api(getMe, {}),
      api(inviteToTeam, { params, body: { addresses: "a@example.org", role: "owner" } }),
      api(listApiKeys, { params }),
      api(createApiKey, { params, body: { name: "More", scopes: ["read"] } }),
      api(revokeApiKey, { params: { ...params, apiKeyId: key.id } }),
    ];
    expect(new Set(await Promise.all(calls.map(outcome)))).toEqual(new Set(["api-key-not-accepted"]));
  });

  it("knows only its own team, although its creator is in others", async () => {
    const host = await app.buildPerson();
    await app.join(host.personalTeamId, owner, "admin");
    const theirs = await app.buildBlueprint(host);
    const api = withToken((await makeKey(owner, apiScopes)).token);
    expect(await outcome(api(getBlueprint, { params: { blueprintId: theirs.id } }))).toBe("not-found");
    expect(await outcome(listWith(api, host.personalTeamId))).toBe("not-found");
    expect(
      await outcome(
        api(createBlueprint, { body: { teamId: host.personalTeamId, name: "Cuckoo", industry: "museum" } }),
      ),
    ).toBe("not-found");
  });

  it("never outlives a change of its creator: lower role, disabled account, leaving the team", async () => {
    const admin = await app.buildMember(owner.personalTeamId, "admin");
    const { token } = await makeKey(admin, ["read", "write"], { teamId: owner.personalTeamId });
    const api = withToken(token);
    const blueprintId = (await app.buildBlueprint(owner)).id;
    const write = () => outcome(api(updateBlueprint, { params: { blueprintId }, body: { name: "Hall" } }));
    const read = () => outcome(api(getBlueprint, { params: { blueprintId } }));
    expect(await write()).toBe("ok");
    await app.context.sql`update team_members set role = 'viewer' where user_id = ${admin.userId}
      and team_id = ${owner.personalTeamId}`;
    expect([await write(), await read()]).toEqual(["forbidden", "ok"]);
    await app.context.sql`update auth_users set disabled_at = now() where id = ${admin.userId}`;
    expect(await read()).toBe("api-key-invalid");
    await app.context.sql`update auth_users set disabled_at = null where id = ${admin.userId}`;
    expect(await read()).toBe("ok");
    await app.context
      .sql`delete from team_members where user_id = ${admin.userId} and team_id = ${owner.personalTeamId}`;
    expect(await read()).toBe("api-key-invalid");
    await app.join(owner.personalTeamId, admin, "owner");
    expect(await read(), "coming back does not wake it").toBe("api-key-invalid");
  });

  it("ends on its expiry date and when revoked, and a made-up one belongs to nobody", async () => {
    const teamId = owner.personalTeamId;
    const brief = await makeKey(owner, ["read"], { validDays: 1 });
    const revoked = await makeKey(owner, ["read"]);
    expect(await outcome(listWith(withToken(revoked.token), teamId))).toBe("ok");
    await owner.api(revokeApiKey, { params: { teamId, apiKeyId: revoked.key.id } });
    expect(await outcome(listWith(withToken(revoked.token), teamId))).toBe("api-key-invalid");
    expect(await outcome(owner.api(revokeApiKey, { params: { teamId, apiKeyId: revoked.key.id } }))).toBe("not-found");
    expect(await outcome(listWith(withToken("bp_madeup"), teamId))).toBe("api-key-invalid");
    app.clock.advance(24 * 3600 * 1000);
    expect(await outcome(listWith(withToken(brief.token), teamId))).toBe("api-key-invalid");
    // A valid cookie does not rescue a wrong key.
    const response = await fetch(`${app.url}/api/me`, {
      headers: { cookie: (await app.signIn(owner)).cookie, authorization: "Bearer bp_madeup" },
    });
    expect(response.status).toBe(401);
  });

  it("is created, seen and revoked only by owners and admins", async () => {
    const host = await app.buildPerson();
    const teamId = host.personalTeamId;
    const { key } = await makeKey(host, ["read"]);
    const expected: Record<TeamRole, string> = {
      owner: "ok",
      admin: "ok",
      editor: "forbidden",
      viewer: "forbidden",
      scanner: "not-found",
    };
    for (const [role, answer] of Object.entries(expected) as [TeamRole, string][]) {
      const member = await app.buildMember(teamId, role);
      expect(await outcome(member.api(listApiKeys, { params: { teamId } })), role).toBe(answer);
      expect(await outcome(makeKey(member, ["read"], { teamId })), role).toBe(answer);
      const other = answer === "ok" ? (app.context.ids.uuid() as ApiKeyId) : key.id;
      expect(await outcome(member.api(revokeApiKey, { params: { teamId, apiKeyId: other } })), role).toBe(
        answer === "ok" ? "not-found" : answer,
      );
    }
    const stranger = await app.buildPerson();
    expect(await outcome(stranger.api(listApiKeys, { params: { teamId } }))).toBe("not-found");
    expect(
      await outcome(stranger.api(revokeApiKey, { params: { teamId: stranger.personalTeamId, apiKeyId: key.id } })),
      "another team's key",
    ).toBe("not-found");
  });

  it("is in the audit log with who created and revoked it, and what it was used for", async () => {
    const owner = await app.buildPerson({ name: "Ida" });
    const teamId = owner.personalTeamId;
    const { key, token } = await makeKey(owner, ["write"]);
    await withToken(token)(createBlueprint, { body: { teamId, name: "Cellar", industry: "museum" } });
    await owner.api(revokeApiKey, { params: { teamId, apiKeyId: key.id } });
    const { events } = await owner.api(listAuditEvents, { params: { teamId }, query: {} });
    expect(
      events.map(({ action, actorName, subjectName, details }) => [action, actorName, subjectName, details]),
    ).toEqual([
      ["key.revoked", "Ida", "Night job", {}],
      ["blueprint.created", "Ida", "Cellar", { apiKey: "Night job" }],
      ["key.created", "Ida", "Night job", { scopes: "write", expiresAt: null }],
    ]);
  });

  it("uploads a scan as a program does", async () => {
    const owner = await app.buildPerson();
    const blueprint = await app.buildBlueprint(owner);
    const { token } = await makeKey(owner, ["scans"]);
    const api = withToken(token);
    const bytes = makePointPly(8);
    const { id: scanId, uploadName } = await announceFile({ api }, blueprint.id, "hall.ply", bytes);
    const start = await fetch(`${app.url}/v0/b/blueprint-local/o?name=${encodeURIComponent(uploadName)}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "x-goog-upload-protocol": "resumable",
        "x-goog-upload-command": "start",
        "x-goog-upload-header-content-length": String(bytes.length),
        "content-type": "application/json",
      },
      body: JSON.stringify({ name: uploadName }),
    });
    expect(start.status).toBe(200);
    const sent = await fetch(start.headers.get("x-goog-upload-url") ?? "", {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "x-goog-upload-command": "upload, finalize",
        "x-goog-upload-offset": "0",
      },
      body: bytes,
    });
    expect(sent.status).toBe(200);
    expect((await api(getScanUpload, { params: { scanId } })).upload).toBeNull();
    const reader = withToken((await makeKey(owner, ["read"])).token);
    expect(await outcome(reader(getScanUpload, { params: { scanId } }))).toBe("api-key-scope-missing");
  });

  it("has to wait when it makes too many requests, and others do not", async () => {
    const owner = await app.buildPerson();
    const busy = await makeKey(owner, ["read"]);
    const calm = await makeKey(owner, ["read"]);
    const ask = (token: string) =>
      fetch(`${app.url}/api/blueprints?teamId=${owner.personalTeamId}`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const statuses = new Set<number>();
    for (let sent = 0; sent < limits.apiKeyRequestsPerMinuteMax; sent += 50)
      for (const { status } of await Promise.all(Array.from({ length: 50 }, () => ask(busy.token))))
        statuses.add(status);
    expect([...statuses]).toEqual([200]);
    const refused = await ask(busy.token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask(calm.token)).status).toBe(200);
    app.clock.advance(60_000);
    expect((await ask(busy.token)).status).toBe(200);
  });
});

it("the OpenAPI document states which scope opens what", async () => {
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
    openapi: string;
    paths: Record<string, Record<string, { description?: string; security?: unknown }>>;
  };
  expect(document.openapi).toBe("3.1.0");
  expect(document.paths["/api/blueprints/{blueprintId}"]?.get).toMatchObject({
    description: "For team members with the role owner, admin, editor, viewer. API keys need the scope `read`.",
    security: [{ apiKey: [] }],
  });
  expect(document.paths["/api/me"]?.get?.security).toBeUndefined();
});
