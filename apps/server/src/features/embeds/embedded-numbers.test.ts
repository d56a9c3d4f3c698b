import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient } from "@blueprint/contract/api-client";
import { listAuditEvents } from "@blueprint/contract/audit";
import { transferBlueprint } from "@blueprint/contract/blueprint-transfer";
import { binBlueprint, moveBlueprint, unpublishBlueprint } from "@blueprint/contract/blueprints";
import {
  changeEmbedToken,
  createEmbedToken,
  type EmbedFigure,
  embedFigures,
  getEmbeddedNumbers,
  listEmbedTokens,
  revokeEmbedToken,
} from "@blueprint/contract/embed-tokens";
import type { EndpointRequest } from "@blueprint/contract/endpoint";
import { limits } from "@blueprint/contract/limits";
import { beginVisit, reportVisit, type VisitEvent } from "@blueprint/contract/visits";
import { addObject } from "@blueprint/scene/object-operations";
import { addZone } from "@blueprint/scene/zone-operations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sign } from "../../platform/secrets.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { outcome } from "../../testing/outcome.ts";
import { addAnchors, buildPlace, type Fill } from "../guide/testing/build-place.ts";
import { countVisits } from "../visits/visits.service.ts";
import { removeEndedEmbedTokens } from "./embed-tokens.service.ts";

const dist = mkdtempSync(join(tmpdir(), "blueprint-dist-"));
let app: TestApp;
let logged = "";

beforeAll(async () => {
  for (const name of ["index", "place", "embed"])
    writeFileSync(join(dist, `${name}.html`), `<!doctype html><title>${name}</title>`);
  app = await createTestApp({
    webDistDir: dist,
    config: { logLevel: "trace" },
    takeLogLine: (line) => {
      logged += line;
    },
  });
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

const dayMs = 24 * 3_600_000;
const site = "https://www.museum.example";
const hostile = `<img src=x onerror="alert(1)">`;

const museum: Fill = (doc) => {
  addAnchors(doc, [
    { id: "desk", title: hostile },
    { id: "staff", title: "Alarm code", audiences: ["staff"] },
  ]);
  const outer: [number, number][] = [
    [0, 0],
    [4, 0],
    [4, 4],
  ];
  addZone(doc, "hall", { outer, holes: [] }, { name: "Hall" });
  addObject(doc, "tours", "short", { name: "Short tour" });
};

type Place = Awaited<ReturnType<typeof buildPlace>>;
type NewToken = EndpointRequest<typeof createEmbedToken>["body"];

const create = async ({ owner, params }: Pick<Place, "owner" | "params">, body: Partial<NewToken> = {}) => {
  const { api } = await app.signIn(owner);
  return await api(createEmbedToken, {
    params,
    body: { figures: ["totals"], days: 30, origins: [site], ...body },
  });
};
const tokenOf = async (place: Pick<Place, "owner" | "params">, body: Partial<NewToken> = {}) =>
  (await create(place, body)).token ?? "";
const withToken = (token: string, headers: Record<string, string> = {}) =>
  createApiClient({ baseUrl: app.url, headers: { authorization: `Embed ${token}`, ...headers } });
const read = (token: string, headers?: Record<string, string>) => withToken(token, headers)(getEmbeddedNumbers, {});
const openPage = (token: string) => fetch(`${app.url}/embed/dashboard?token=${encodeURIComponent(token)}`);
/** What a page is and who may frame it. */
async function describePage(token: string) {
  const response = await openPage(token);
  const [, title] = /<title>(\w+)</.exec(await response.text()) ?? [];
  const policy = response.headers.get("content-security-policy") ?? "";
  const [, frames] = /frame-ancestors ([^;]+)/.exec(policy) ?? [];
  return { status: response.status, title, frames, oldHeader: response.headers.get("x-frame-options") };
}
const closed = { status: 200, title: "index", frames: "'none'", oldHeader: "SAMEORIGIN" };

async function visit(place: Place, number: number, ...events: VisitEvent["what"][]): Promise<void> {
  const api = createApiClient({ baseUrl: app.url, headers: { "user-agent": `Mozilla/5.0 (X11) Firefox/${number}` } });
  const body = { form: "scene", device: "phone", site: "example.org" } as const;
  const begun = await api(beginVisit, { params: { slug: place.slug }, body });
  if (events.length === 0) return;
  const sent = events.map((what, index) => ({ at: 10 + index, what }));
  await api(reportVisit, { body: { visit: begun.visit ?? "", events: sent } });
}
const five = [1, 2, 3, 4, 5];

describe("embedded numbers", () => {
  it("are the chosen figures and no others, from five visitors on, as visitors may know them", async () => {
    const place = await buildPlace(app, museum);
    const all = await tokenOf(place, { figures: [...embedFigures], days: 7 });
    const trend = await tokenOf(place, { figures: ["trend"], days: 365 });
    expect((await read(all)).figures.totals).toEqual({ visits: 0, visitors: 0, seconds: 0 });
    app.clock.advance(20_000);
    for (const number of five.slice(0, 4))
      await visit(place, number, { kind: "anchor", id: "desk" }, { kind: "seen", seconds: 60 });
    await countVisits(app.context);
    const few = await read(all);
    expect(few.figures.totals).toEqual({ visits: null, visitors: null, seconds: null });
    expect(few.figures.anchors).toEqual([{ id: "desk", title: hostile, count: null, seconds: null, visitors: null }]);

    await visit(place, 5, { kind: "anchor", id: "desk" }, { kind: "seen", seconds: 60 });
    await app.context
      .sql`insert into place_visit_counts (blueprint_id, span, starts_at, kind, subject, count, seconds, visitors)
      values (${place.id}, 'day', ${new Date(app.clock.now().toISOString().slice(0, 10)).toISOString()}, 'anchor', 'staff', 50, 0, 50)`;
    await countVisits(app.context);
    app.clock.advance(20_000);
    const { place: shown, from, to, figures } = await read(all);
    expect(shown).toEqual({ name: expect.any(String), slug: place.slug });
    expect((Date.parse(to) - Date.parse(from)) / dayMs).toBe(6);
    expect(Object.keys(figures).sort()).toEqual([...embedFigures].sort());
    expect(figures.totals).toEqual({ visits: 5, visitors: 5, seconds: 300 });
    expect(figures.trend?.map(({ visits }) => visits)).toEqual([5]);
    expect(figures.anchors, "not what only staff see").toEqual([
      { id: "desk", title: hostile, count: 5, seconds: null, visitors: 5 },
    ]);
    expect(figures.sources).toMatchObject([{ id: "example.org", count: 5, visitors: 5 }]);
    expect(figures.devices).toMatchObject([{ id: "phone", count: 5 }]);
    expect([figures.zones, figures.tours]).toEqual([[], []]);
    const only = await read(trend);
    expect(only.figures).toEqual({ trend: [{ at: expect.any(String), visits: 5 }] });
  });

  it("say when they were last shown, to the minute, and who shared what", async () => {
    const place = await buildPlace(app, museum);
    const made = await create(place, { figures: ["devices", "totals"], origins: [site, site], validDays: 2 });
    expect(made).toMatchObject({ figures: ["totals", "devices"], origins: [site], state: "active", lastUsedAt: null });
    const { api } = await app.signIn(place.owner);
    const find = async () => (await api(listEmbedTokens, { params: place.params })).tokens[0];
    await openPage(made.token ?? "");
    expect((await find())?.lastUsedAt, "the page alone shows no numbers").toBeNull();
    await read(made.token ?? "");
    const first = (await find())?.lastUsedAt;
    expect(first).toMatch(/^\d{4}-/);
    app.clock.advance(50_000);
    await read(made.token ?? "");
    expect((await find())?.lastUsedAt).toBe(first);
    app.clock.advance(10_000);
    await read(made.token ?? "");
    expect(Date.parse((await find())?.lastUsedAt ?? "")).toBeGreaterThan(Date.parse(first ?? ""));
    await api(revokeEmbedToken, { params: { ...place.params, embedTokenId: made.id } });
    const { events } = await api(listAuditEvents, {
      params: { teamId: place.owner.personalTeamId },
      query: { action: "embed" },
    });
    expect(events.map(({ action, details }) => [action, details.origins, details.figures])).toEqual([
      ["embed.revoked", site, "totals, devices"],
      ["embed.created", site, "totals, devices"],
    ]);
  });

  it("are framed by the token's sites and by no other, without storing the page or passing its address on", async () => {
    const place = await buildPlace(app, museum);
    const token = await tokenOf(place, { origins: [site, "http://localhost:3000", "https://B.example:8443/"] });
    const response = await openPage(token);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("<title>embed</title>");
    expect(response.headers.get("content-security-policy")).toContain(
      `frame-ancestors ${site} http://localhost:3000 https://b.example:8443`,
    );
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
    });
    expect(response.headers.get("x-frame-options")).toBeNull();
    expect(response.headers.get("set-cookie")).toBeNull();
    // The calendar, and the dashboard with any other params, stay closed.
    for (const path of ["/embed/calendar", "/embed/dashboard", "/embed/dashboard/"]) {
      const other = await fetch(`${app.url}${path}?token=${token}&token=${token}`);
      expect(other.headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
    }
  });

  it("aren't sent to pages of other sites that know the token", async () => {
    const token = await tokenOf(await buildPlace(app, museum));
    expect(await outcome(read(token, { origin: site, "sec-fetch-site": "cross-site" }))).toBe("untrusted-origin");
    expect(await outcome(read(token, { "sec-fetch-site": "cross-site" }))).toBe("untrusted-origin");
    expect(await outcome(read(token, { origin: "null" }))).toBe("untrusted-origin");
    expect(await outcome(read(token, { "sec-fetch-site": "same-origin" }))).toBe("ok");
  });
});

describe("a token", () => {
  it("is in no line of the server's log, and stored nowhere", async () => {
    const place = await buildPlace(app, museum);
    const token = await tokenOf(place);
    const signature = token.slice(token.lastIndexOf(".") + 1);
    await openPage(token);
    await read(token);
    await outcome(read(`${token}x`));
    await expect.poll(() => logged).toContain("/api/embedded-numbers");
    expect(logged).toContain("/embed/dashboard");
    expect(logged).toContain("embed-token.created");
    expect(logged).not.toContain(signature);
    const rows = await app.context.sql`select row_to_json(t)::text as row from embed_tokens t`;
    expect(JSON.stringify(rows)).not.toContain(signature);
  });

  it("that this server didn't sign opens nothing, whatever was changed in it", async () => {
    const [place, other] = [await buildPlace(app, museum), await buildPlace(app, museum)];
    const made = await create(place, { validDays: 1 });
    const [token, others] = [made.token ?? "", await tokenOf(other, { validDays: 1 })];
    const [version = "", scope = "", , endsAt = "", signature = ""] = token.split(".");
    const [, , othersId = ""] = others.split(".");
    const { capabilityKey } = app.context.secrets;
    const sealed = (text: string, purpose = "embed") => `${text}.${sign(capabilityKey, `${purpose}\n${text}`)}`;
    const forged = [
      "",
      "x",
      "....",
      token.slice(0, -1),
      `${token}x`,
      [version, scope, othersId, endsAt, signature].join("."),
      [version, scope, made.id, (Date.now() + 9e12).toString(36), signature].join("."),
      [version, "calendar", made.id, endsAt, signature].join("."),
      // Signed here, but for something else, or by a version that doesn't exist.
      sealed([version, scope, made.id, endsAt].join("."), "visit"),
      sealed([version, "calendar", made.id, endsAt].join(".")),
      sealed(["v2", scope, made.id, endsAt].join(".")),
      sealed([version, scope, app.context.ids.uuid(), endsAt].join(".")),
      `${"a".repeat(100_000)}.${signature}`,
      `${token}\u0000`,
      `'; drop table embed_tokens; --`,
      hostile,
    ];
    for (const text of forged) {
      if (text.length < 5_000) expect(await describePage(text), text.slice(0, 150)).toEqual(closed);
      if (/^[\x21-\x7e]{1,5000}$/.test(text)) expect(await outcome(read(text)), text).toBe("embed-token-invalid");
    }
    const response = await fetch(`${app.url}/api/embedded-numbers`);
    expect(await response.json()).toMatchObject({ code: "embed-token-invalid" });
    const bearer = await fetch(`${app.url}/api/embedded-numbers?token=${token}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(bearer.status).toBe(401);
    expect(await outcome(read(token))).toBe("ok");
  });

  it("that was revoked or has expired shows nothing from the next request on, and its sites say so", async () => {
    const place = await buildPlace(app, museum);
    const [brief, revoked] = [await create(place, { validDays: 1 }), await create(place)];
    const ended = { status: 410, title: "embed", frames: site, oldHeader: null };
    for (const { token } of [brief, revoked]) expect(await outcome(read(token ?? ""))).toBe("ok");
    const { api } = await app.signIn(place.owner);
    const params = { ...place.params, embedTokenId: revoked.id };
    expect(await api(revokeEmbedToken, { params })).toMatchObject({ state: "revoked", token: null });
    expect(await outcome(read(revoked.token ?? ""))).toBe("embed-token-ended");
    expect(await describePage(revoked.token ?? "")).toEqual(ended);
    const { revokedAt } = await api(revokeEmbedToken, { params });
    app.clock.advance(dayMs);
    expect(await outcome(read(brief.token ?? ""))).toBe("embed-token-ended");
    expect(await describePage(brief.token ?? "")).toEqual(ended);
    // The signed expiry counts even if the row were to say otherwise.
    await app.context.sql`update embed_tokens set expires_at = null where id = ${brief.id}`;
    expect(await outcome(read(brief.token ?? ""))).toBe("embed-token-ended");
    const later = (await app.signIn(place.owner)).api;
    expect((await later(revokeEmbedToken, { params })).revokedAt, "revoked once").toBe(revokedAt);
    app.clock.advance((limits.endedEmbedTokensKeptDays + 1) * dayMs);
    await removeEndedEmbedTokens(app.context);
    const last = (await app.signIn(place.owner)).api;
    expect((await last(listEmbedTokens, { params: place.params })).tokens.map(({ id }) => id)).toEqual([brief.id]);
    expect(await describePage(revoked.token ?? "")).toEqual(closed);
  });

  it("rests while the place is in the bin or with another team, and shows numbers of an unpublished place", async () => {
    const place = await buildPlace(app, museum);
    const token = await tokenOf(place, { figures: ["totals", "anchors"] });
    const { api } = await app.signIn(place.owner);
    for (const number of five) await visit(place, number, { kind: "anchor", id: "desk" });
    await countVisits(app.context);
    expect((await read(token)).figures.anchors).toHaveLength(1);
    await api(unpublishBlueprint, { params: place.params });
    app.clock.advance(20_000);
    expect(await read(token)).toMatchObject({ place: { slug: null }, figures: { totals: { visits: 5 }, anchors: [] } });
    await api(binBlueprint, { params: place.params });
    expect(await outcome(read(token))).toBe("embed-token-ended");
    expect(await describePage(token)).toMatchObject({ status: 410 });
    expect(await outcome(create(place))).toBe("blueprint-in-bin");
    await api(moveBlueprint, { params: place.params, body: { to: "restored" } });
    expect(await outcome(read(token))).toBe("ok");

    const setDeleted = (at: Date | null) =>
      app.context.sql`update teams set deleted_at = ${at} where id = ${place.owner.personalTeamId}`;
    await setDeleted(app.clock.now());
    expect(await outcome(read(token)), "the team in the bin").toBe("embed-token-ended");
    await setDeleted(null);

    const host = await app.buildPerson();
    await app.join(host.personalTeamId, place.owner, "admin");
    await api(transferBlueprint, { params: place.params, body: { teamId: host.personalTeamId } });
    expect(await outcome(read(token))).toBe("embed-token-ended");
    expect((await api(listEmbedTokens, { params: place.params })).tokens, "of this team").toEqual([]);
    const theirs = await tokenOf({ owner: host, params: place.params });
    expect(await outcome(read(theirs))).toBe("ok");
  });

  it("is created only for sites that can be named in a header, with what is needed", async () => {
    const place = { owner: await app.buildPerson(), params: { blueprintId: "" as Place["id"] } };
    place.params.blueprintId = (await app.buildBlueprint(place.owner)).id;
    const refused: Partial<Record<keyof NewToken, unknown>>[] = [
      ...[
        "http://www.museum.example",
        "https://*.museum.example",
        "https://*",
        "*",
        "null",
        "'self'",
        "https:",
        "https://",
        "https://a.example/path",
        "https://a.example?x",
        "https://a.example;script-src",
        "https://a.example https://b.example",
        "https://a.example,b.example",
        "https://user@a.example",
        "https://a.example\r\nset-cookie: x=1",
        "data:text/html,x",
        "javascript:alert(1)",
        `https://${"a".repeat(300)}.example`,
        hostile,
      ].map((origin) => ({ origins: [origin] })),
      { origins: [] },
      { origins: Array.from({ length: 21 }, (_, index) => `https://a${index}.example`) },
      { origins: site },
      { figures: [] },
      { figures: ["links"] },
      { figures: Array.from({ length: 200 }, () => "totals") as EmbedFigure[] },
      { days: 31 },
      { days: 100_000 },
      { validDays: 0 },
      { validDays: 1e9 },
      { scope: "calendar" },
    ];
    for (const body of refused)
      expect(await outcome(create(place, body as Partial<NewToken>)), JSON.stringify(body).slice(0, 120)).toBe(
        "invalid-input",
      );
    const made = await create(place, {
      origins: ["https://Müsli.example", "https://a.example:443/", "http://127.0.0.1:8080", "http://[::1]:5173"],
    });
    expect(made.origins).toEqual([
      "https://xn--msli-0ra.example",
      "https://a.example",
      "http://127.0.0.1:8080",
      "http://[::1]:5173",
    ]);
  });

  it("is created, seen and revoked by owners and admins, each only for their own team", async () => {
    const place = await buildPlace(app, museum);
    const { id } = await create(place);
    const revoke = (person: Pick<TestPerson, "api">, blueprintId = place.id) =>
      outcome(person.api(revokeEmbedToken, { params: { blueprintId, embedTokenId: id } }));
    const stranger = await app.buildPerson();
    const theirs = await app.buildBlueprint(stranger);
    expect([await revoke(stranger), await revoke(stranger, theirs.id)]).toEqual(["not-found", "not-found"]);
    const editor = await app.buildMember(place.owner.personalTeamId, "editor");
    expect(await outcome(editor.api(listEmbedTokens, { params: place.params }))).toBe("forbidden");
    expect(await revoke(editor)).toBe("forbidden");
    const admin = await app.buildMember(place.owner.personalTeamId, "admin");
    expect(await revoke(admin)).toBe("ok");
  });

  it("shows other numbers on other sites from the next request on, once that is changed", async () => {
    const place = await buildPlace(app, museum);
    const { id, token } = await create(place, { validDays: 1 });
    const { api } = await app.signIn(place.owner);
    const change = (body: EndpointRequest<typeof changeEmbedToken>["body"]) =>
      api(changeEmbedToken, { params: { ...place.params, embedTokenId: id }, body });
    expect(Object.keys((await read(token ?? "")).figures)).toEqual(["totals"]);
    const changed = await change({ figures: ["devices", "trend"], days: 7, origins: ["https://b.example"] });
    expect(changed).toMatchObject({ token, figures: ["trend", "devices"], days: 7, origins: ["https://b.example"] });
    const { from, to, figures } = await read(token ?? "");
    expect(Object.keys(figures)).toEqual(["trend", "devices"]);
    expect((Date.parse(to) - Date.parse(from)) / dayMs).toBe(6);
    expect(await describePage(token ?? "")).toMatchObject({ frames: "https://b.example" });
    await change({});
    for (const body of [{ figures: [] }, { origins: [] }, { origins: ["*"] }])
      expect(await outcome(change(body))).toBe("invalid-input");
    const { events } = await api(listAuditEvents, {
      params: { teamId: place.owner.personalTeamId },
      query: { action: "embed.changed" },
    });
    expect(events.map(({ details }) => details.origins)).toEqual(["https://b.example"]);
    app.clock.advance(dayMs);
    const later = (await app.signIn(place.owner)).api;
    const params = { ...place.params, embedTokenId: id };
    expect(await outcome(later(changeEmbedToken, { params, body: { days: 30 } }))).toBe("embed-token-ended");
  });

  it("can't be created without end", async () => {
    const place = { owner: await app.buildPerson(), params: { blueprintId: "" as Place["id"] } };
    place.params.blueprintId = (await app.buildBlueprint(place.owner)).id;
    const made = await Promise.all(Array.from({ length: limits.embedTokensPerBlueprintMax }, () => create(place)));
    expect(await outcome(create(place))).toBe("embed-tokens-too-many");
    const { api } = await app.signIn(place.owner);
    await api(revokeEmbedToken, { params: { ...place.params, embedTokenId: made[0]!.id } });
    expect(await outcome(create(place))).toBe("ok");
  });
});
