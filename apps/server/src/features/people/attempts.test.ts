import { publishBlueprint } from "@blueprint/contract/blueprints";
import { changeSharing } from "@blueprint/contract/sharing";
import { getMe } from "@blueprint/contract/users";
import { beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "../../db/database.ts";
import { createTestApp, type TestApp, type TestPerson } from "../../testing/create-test-app.ts";
import { buildReadyScan } from "../scans/testing/scan-fixtures.ts";
import { beginAttempt, removeForgottenAttempts } from "./attempts.service.ts";

let app: TestApp;
let person: TestPerson;

beforeEach(async () => {
  app = await createTestApp({ config: { signInAttemptsPerMinute: 10_000, trustedProxies: ["127.0.0.1"] } });
  person = await app.buildPerson({ email: "ada@example.org" });
  return () => app.close();
});

let addresses = 0;
/** An address that no test has used before. */
const newAddress = () => `192.0.2.${++addresses}`;

async function signIn(email: string, password: string, address = newAddress()) {
  const response = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify({ email, password }),
  });
  const { code = "signed in" } = (await response.json()) as { code?: string };
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  return { code, cookie, wait: Number(response.headers.get("retry-after") ?? 0) };
}

/** Advances time for the counts, whose clock is the database's. */
const pass = (seconds: number) =>
  app.context.sql`
    update attempts set next_at = next_at - make_interval(secs => ${seconds}), last_at = last_at - make_interval(secs => ${seconds})`;

/** Fails once. @returns the seconds until the next try */
async function fail(email: string): Promise<number> {
  expect((await signIn(email, "not the one")).code).not.toBe("too-many-requests");
  const [row] = await app.context.sql<{ seconds: number }[]>`
    select extract(epoch from next_at - last_at)::int as seconds from attempts order by last_at desc limit 1`;
  return row?.seconds ?? 0;
}

/** Fails until the wait is at its longest, and lets time pass for each try. @returns every wait */
async function failOften(email: string): Promise<number[]> {
  const waits: number[] = [];
  while (waits.length < 14) {
    await pass(waits.at(-1) ?? 0);
    waits.push(await fail(email));
  }
  return waits;
}

describe("guessing a password", () => {
  it("gets slower with each failure, whatever address it comes from, but never slower than a minute", async () => {
    expect(await failOften(person.email)).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
    const refused = await signIn(person.email, "not the one");
    expect(refused.code).toBe("too-many-requests");
    expect(refused.wait).toBeGreaterThan(0);
    expect(refused.wait).toBeLessThanOrEqual(60);
  });

  it("does not lock the owner out: after the wait the correct password opens, and the count restarts", async () => {
    await failOften(person.email);
    expect((await signIn(person.email, person.password)).code).toBe("too-many-requests");
    expect((await person.api(getMe, {})).profile.email, "a session that exists goes on").toBe(person.email);
    await pass(60);
    expect((await signIn(person.email, person.password)).code).toBe("signed in");
    for (let times = 0; times < 5; times++) expect(await fail(person.email)).toBe(0);
  });

  it("does not affect the owner where they are already signed in", async () => {
    expect((await signIn(person.email, person.password, "2001:db8:1:2::1")).code).toBe("signed in");
    await failOften(person.email);
    expect((await signIn(person.email, person.password)).code, "elsewhere").toBe("too-many-requests");
    expect((await signIn(person.email, person.password, "2001:db8:1:2:ffff::9")).code, "same /64").toBe("signed in");
    expect((await signIn(person.email, person.password, "2001:db8:1:3::1")).code, "next /64").toBe("too-many-requests");
  });

  it("does not reveal which addresses have accounts: the same failures cost the same wait", async () => {
    const off = await app.buildPerson({ email: "off@example.org" });
    await app.context.sql`update auth_users set disabled_at = now() where id = ${off.userId}`;
    const known = await failOften(person.email);
    expect(await failOften("nobody@example.org")).toEqual(known);
    expect(await failOften(off.email)).toEqual(known);
  });

  it("counts each of many concurrent attempts", async () => {
    await failOften(person.email);
    await pass(60);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(person.email, "not the one")));
    expect(answers.map(({ code }) => code).sort()).toEqual([
      ...Array.from({ length: 19 }, () => "too-many-requests"),
      "wrong-password",
    ]);
  });

  it("does not cost an hour when the clock is set back by one", async () => {
    await failOften(person.email);
    // As seen from an hour earlier.
    await pass(-3600);
    const refused = await signIn(person.email, person.password);
    expect(refused.code).toBe("too-many-requests");
    expect(refused.wait).toBeLessThanOrEqual(60);
    await pass(60);
    expect((await signIn(person.email, person.password)).code).toBe("signed in");
  });

  it("leaves rows that name nobody, and that are removed after a day", async () => {
    await fail(person.email);
    const rows = await app.context.sql`select * from attempts`;
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("ada");
    await removeForgottenAttempts(app.context);
    expect(await app.context.sql`select 1 from attempts`).toHaveLength(1);
    await pass(25 * 3600);
    await removeForgottenAttempts(app.context);
    expect(await app.context.sql`select 1 from attempts`).toHaveLength(0);
  });

  it("is counted by every server of the installation together", async () => {
    await failOften(person.email);
    const other = { ...app.context, db: createDatabase(app.context.sql) };
    expect(await beginAttempt(other, "sign-in", person.email)).toBeGreaterThan(0);
  });
});

describe("the password of a published place", () => {
  async function publish() {
    const { id, slug } = await app.buildBlueprint(person);
    const params = { blueprintId: id };
    await buildReadyScan(app, person, id);
    await person.api(publishBlueprint, { params, body: { basedOnVersion: 0, visibility: "unlisted" } });
    await person.api(changeSharing, { params, body: { visibility: "password", password: "three small measures" } });
    return slug;
  }
  async function open(slug: string, password: string) {
    const response = await fetch(`${app.url}/api/published/${slug}/open`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": newAddress() },
      body: JSON.stringify({ password }),
    });
    const { code = "open" } = (await response.json()) as { code?: string };
    return { code, wait: Number(response.headers.get("retry-after") ?? 0) };
  }

  it("is guessed ever more slowly from all addresses together, by at most ten seconds, and opens afterwards", async () => {
    const slug = await publish();
    for (let times = 0; times < 30; times++) {
      expect((await open(slug, "a guess")).code).toBe("blueprint-password-wrong");
      await pass(10);
    }
    expect((await open(slug, "a guess")).code).toBe("blueprint-password-wrong");
    const refused = await open(slug, "three small measures");
    expect(refused.code).toBe("too-many-requests");
    expect(refused.wait).toBeLessThanOrEqual(10);
    await pass(10);
    expect((await open(slug, "three small measures")).code).toBe("open");
    expect((await open(slug, "three small measures")).code, "who knows it keeps nobody waiting").toBe("open");
    expect((await open(slug, "a guess")).code).toBe("blueprint-password-wrong");
    expect((await open(slug, "a guess")).code, "nor forgives who guesses").toBe("too-many-requests");
  });
});
