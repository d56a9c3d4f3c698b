import { changeAudienceLink } from "@blueprint/contract/audience-links";
import { publishBlueprint } from "@blueprint/contract/blueprints";
import { errorCodeHeader } from "@blueprint/contract/errors";
import { notificationEventsUrl } from "@blueprint/contract/notifications";
import { getPublishedBlueprint, openPlace } from "@blueprint/contract/published";
import { changeSharing } from "@blueprint/contract/sharing";
import { acceptInvitationWithNewAccount, getInvitation, inviteToTeam } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildReadyScan } from "./features/scans/testing/scan-fixtures.ts";
import { openSceneClient } from "./features/scene/testing/scene-client.ts";
import { WireClient } from "./features/uploads/testing/upload-test-world.ts";
import { createTestApp, type TestApp } from "./testing/create-test-app.ts";
import { outcome } from "./testing/outcome.ts";

interface Line {
  channel?: string;
  level: number;
  requestId?: string;
  method?: string;
  route?: string | null;
  status?: number;
  durationMs?: number;
  isComplete?: boolean;
  userId?: string;
}

let app: TestApp;
let written = "";

beforeAll(async () => {
  app = await createTestApp({
    config: { logLevel: "trace" },
    takeLogLine: (line) => {
      written += line;
    },
  });
});
afterAll(() => app.close());

const listRequests = (): Line[] =>
  written
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line)
    .filter(({ channel }) => channel === "request");

/** The lines of what one call did: a line comes after its response. */
async function linesOf(call: () => Promise<unknown>, count = 1): Promise<Line[]> {
  const before = listRequests().length;
  await call();
  await expect.poll(() => listRequests().length).toBe(before + count);
  return listRequests().slice(before);
}

it("has one line for each request, by its route, with who asked and what came of it", async () => {
  const person = await app.buildPerson();
  const { id } = await app.buildBlueprint(person);
  const [named] = await linesOf(() =>
    fetch(`${app.url}/api/blueprints/${id}?x=1`, { headers: { cookie: person.cookie } }),
  );
  expect(named).toMatchObject({
    level: 30,
    method: "GET",
    route: "/api/blueprints/:blueprintId",
    status: 200,
    isComplete: true,
    userId: person.userId,
  });
  expect(named!.durationMs).toBeGreaterThan(0);
  const [unknown] = await linesOf(() => fetch(`${app.url}/no/such/place`));
  expect(unknown).toMatchObject({ route: null, status: 404 });
  expect(unknown).not.toHaveProperty("userId");
  const [malformed] = await linesOf(() => fetch(`${app.url}/api/blueprints/%zz`));
  expect(malformed).toMatchObject({ route: null, status: 400 });
  const [probe] = await linesOf(() => fetch(`${app.url}/healthz`));
  expect(probe).toMatchObject({ level: 20, route: "/healthz", status: 200 });
});

it("carries the id that the response of a failed request names", async () => {
  let body = {};
  const [line] = await linesOf(async () => {
    body = (await (await fetch(`${app.url}/api/me`)).json()) as object;
  });
  expect(body).toMatchObject({ code: "unauthenticated", requestId: line!.requestId });
  expect(line!.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

it("has a line for a request that its client gave up", async () => {
  const person = await app.buildPerson();
  const leaving = new AbortController();
  const [line] = await linesOf(async () => {
    const stream = await fetch(app.url + notificationEventsUrl, {
      headers: { cookie: person.cookie },
      signal: leaving.signal,
    });
    expect(stream.status).toBe(200);
    leaving.abort();
  });
  expect(line).toMatchObject({ status: 200, isComplete: false });
});

it("contains nothing secret after a whole journey, at the most talkative level", async () => {
  const secrets = new Map<string, string>();
  const plant = (what: string, value: string | undefined) => {
    expect(value, what).toBeTruthy();
    secrets.set(what, value!);
    return value!;
  };
  const owner = await app.buildPerson({ email: plant("an email address", "planted-owner@example.org"), name: "Owner" });
  plant("a session", decodeURIComponent(owner.cookie.split("=")[1]!));
  plant("a bearer token", owner.asProgram.authorization.replace("Bearer ", ""));

  const email = plant("the address of someone invited", "planted-guest@example.org");
  const params = { teamId: owner.personalTeamId };
  await owner.api(inviteToTeam, { params, body: { addresses: email, role: "editor" } });
  const [mail] = await app.context.sql<{ text: string }[]>`
    select payload ->> 'text' as text from graphile_worker._private_jobs
    where payload ->> 'to' = ${email}`;
  const token = plant("an invitation", /token=([\w-]+)/.exec(mail?.text ?? "")?.[1]);
  await app.anonymous(getInvitation, { params: { token } });
  const password = plant("a password", "planted password 42");
  await app.anonymous(acceptInvitationWithNewAccount, { params: { token }, body: { email, password } });
  for (const tried of [password, plant("a wrong password", "planted mistake 43")])
    await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password: tried }),
    });

  const blueprint = await app.buildBlueprint(owner);
  const ofBlueprint = { blueprintId: blueprint.id };
  const scan = await buildReadyScan(app, owner, blueprint.id);
  expect(scan).toBeTruthy();
  const client = openSceneClient({ serverUrl: app.url, blueprintId: blueprint.id, cookie: owner.cookie });
  await client.loaded();
  client.close();
  await owner.api(publishBlueprint, { params: ofBlueprint, body: { basedOnVersion: 0, visibility: "unlisted" } });
  const { links } = await owner.api(changeAudienceLink, {
    params: ofBlueprint,
    body: { audience: "staff", to: "made" },
  });
  const key = plant("an audience's link", links.find(({ audience }) => audience === "staff")?.key);
  const place = await app.anonymous(getPublishedBlueprint, { params: { slug: blueprint.slug }, query: { key } });
  const entry = new URL(place.scans[0]!.delivery.entryUrl, app.url);
  plant("the right to read files", entry.pathname.split("/")[2]);
  await fetch(entry);
  const placePassword = plant("a place's password", "planted place 44");
  await owner.api(changeSharing, { params: ofBlueprint, body: { password: placePassword } });
  const opened = await app.anonymous(openPlace, {
    params: { slug: blueprint.slug },
    query: {},
    body: { password: placePassword },
  });
  plant("the pass to a place", opened.pass);

  const { profile } = await owner.api(getMe, {});
  const wire = new WireClient(app.url, owner.asProgram);
  const object = `users/${profile.uid}/${plant("the name of a file", "planted-file-45.txt")}`;
  expect((await wire.multipart(object, Buffer.from(plant("a file", "planted content 46")))).status).toBe(200);

  const inAddress = plant("a value in an address", "planted-value-47");
  const inHeader = plant("a value in a header", "planted-header-48");
  for (const path of [
    `/?token=${inAddress}`,
    `/api/me?key=${inAddress}`,
    `/${inAddress}`,
    `/api/teams/${inAddress}/usage`,
  ])
    await fetch(app.url + path, {
      headers: {
        authorization: `Bearer ${inHeader}`,
        cookie: `a=${inHeader}`,
        "x-api-key": inHeader,
        referer: inHeader,
      },
    });
  const refused = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: `{"password": "${plant("a body that is no JSON", "planted-body-49")}`,
  });
  expect(refused.headers.get(errorCodeHeader)).toBe("invalid-input");
  await app.context.sql`alter table teams rename to teams_away`;
  try {
    expect(await outcome(owner.api(inviteToTeam, { params, body: { addresses: email, role: "editor" } }))).not.toBe(
      "ok",
    );
  } finally {
    await app.context.sql`alter table teams_away rename to teams`;
  }

  expect(listRequests().length).toBeGreaterThan(20);
  expect(written).toContain('"request failed"');
  for (const [what, secret] of secrets) {
    expect(written, what).not.toContain(secret);
    expect(written, `${what}, encoded`).not.toContain(encodeURIComponent(secret));
  }
});
