import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient } from "@blueprint/contract/api-client";
import { createBlueprint, getBlueprint } from "@blueprint/contract/blueprints";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { notificationEventsUrl } from "@blueprint/contract/notifications";
import { acceptInvitationWithNewAccount } from "@blueprint/contract/teams";
import { describeConfinement, findConfinement } from "@blueprint/scans/confinement";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import { connect } from "./db/connection.ts";
import type { Sql } from "./db/sql.ts";
import { startRedis } from "./features/scene/testing/redis-process.ts";
import { findPostmasterFile } from "./platform/embedded-postgres/postmaster.ts";
import { systemIds } from "./platform/ids.ts";
import { toDatabaseUrl } from "./testing/database-url.ts";
import { findFreePort } from "./testing/free-port.ts";
import { type ServerProcess, spawnServer } from "./testing/server-process.ts";

let dataDir: string;
let running: ServerProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "blueprint-start-"));
  running = [];
});
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill("SIGTERM");
    await ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function spawn(env: Record<string, string>): ServerProcess {
  const server = spawnServer({ DATA_DIR: dataDir, ...env });
  running.push(server);
  return server;
}

/** Everything that a failed start printed. */
async function refusal(env: Record<string, string>): Promise<string> {
  const server = spawn({ LOG_LEVEL: "silent", ...env });
  expect(await server.ended).toBe(1);
  expect(server.printed()).not.toMatch(/\n\s+at |ioredis|topsecret/);
  // Node warns of deprecated calls in a library.
  return server
    .printed()
    .replace(/^\(.*\n/gm, "")
    .trim();
}

async function listenOn(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

describe("a failing start ends with one sentence that names the setting", () => {
  const { template, ...cluster } = inject("testPostgres");
  const database = `start_${systemIds.uuid().replaceAll("-", "")}`;
  const databaseUrl = toDatabaseUrl({ ...cluster, database });
  const external = { DATABASE_URL: databaseUrl, SECRET_KEY: "a key for the tests of failing starts" };
  let admin: Sql;
  beforeAll(async () => {
    admin = connect({ ...cluster, database: "postgres" }, 1);
    await admin`create database ${admin(database)} template ${admin(template)} strategy file_copy`;
  });
  afterAll(async () => {
    await admin`drop database ${admin(database)} with (force)`;
    await admin.end();
  });

  it("for an incomplete configuration, before anything is created", async () => {
    const said = await refusal({ STRIPE_SECRET_KEY: "topsecret", SMTP_URL: "smtp://mail.example.org" });
    expect(said).toMatch(/STRIPE_SECRET_KEY is set, but STRIPE_WEBHOOK_SECRET isn't/);
    expect(said).toMatch(/SMTP_URL is set, but MAIL_FROM isn't/);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it("for a database that is unreachable or has no such name, or an unknown sslmode", async () => {
    const [away, unnamed, unknown] = await Promise.all([
      refusal({ DATABASE_URL: "postgresql://me:topsecret@127.0.0.1:1/db" }),
      refusalIn("unnamed", { DATABASE_URL: toDatabaseUrl({ ...cluster, database: "nowhere" }) }),
      refusalIn("unknown", { DATABASE_URL: "postgresql://me:topsecret@127.0.0.1/db?sslmode=verify-fully" }),
    ]);
    expect(away).toBe("Can't use DATABASE_URL: can't reach PostgreSQL at 127.0.0.1:1 (ECONNREFUSED).");
    expect(unnamed).toMatch(/^Can't use DATABASE_URL: the server at .* has no database "nowhere"\.$/);
    expect(unknown).toMatch(/DATABASE_URL has the unknown sslmode "verify-fully"/);
  });

  it("for a missing or wrong key of an external database", async () => {
    const missing = await refusal({ DATABASE_URL: databaseUrl });
    expect(missing).toMatch(
      /^SECRET_KEY is missing: with DATABASE_URL, the keys of the installation are kept in the database, .*\.$/,
    );
    const server = spawn({ ...external, PORT: "0" });
    await server.waitFor("Blueprint is ready");
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    const [without, wrong] = await Promise.all([
      refusalIn("without", { DATABASE_URL: databaseUrl }),
      refusalIn("wrong", { ...external, SECRET_KEY: "topsecret topsecret topsecret topsecret" }),
    ]);
    expect(without).toMatch(
      /^SECRET_KEY is missing: the keys of this installation are in the database of DATABASE_URL, .*\.$/,
    );
    expect(wrong).toMatch(/^SECRET_KEY is not the one that the keys in the database are encrypted with\. .*\.$/);
  });

  it("for a storage service that does not respond, has no such bucket, or refuses the key", async () => {
    let status = 404;
    const service = createHttpServer((_request, response) => response.writeHead(status).end());
    const port = await listenOn(service);
    const storageUrl = (at: number) => `s3://key:topsecret@127.0.0.1:${at}/venues?tls=false`;
    try {
      const [away, missing] = await Promise.all([
        refusal({ ...external, STORAGE_URL: storageUrl(1) }),
        refusalIn("missing", { ...external, STORAGE_URL: storageUrl(port) }),
      ]);
      status = 403;
      const refused = await refusal({ ...external, STORAGE_URL: storageUrl(port) });
      expect(away).toMatch(/^Can't use STORAGE_URL: no storage service responds at http:\/\/127\.0\.0\.1:1 .*\.$/);
      expect(missing).toMatch(/^Can't use STORAGE_URL: .* has no bucket "venues"\.$/);
      expect(refused).toMatch(/^Can't use STORAGE_URL: .* denies this key and secret access to the bucket/);
    } finally {
      service.close();
    }
  });

  it("for a Redis that does not respond", async () => {
    const said = await refusal({ ...external, REDIS_URL: "redis://127.0.0.1:1" });
    expect(said).toBe("Can't use REDIS_URL: no Redis server responds at 127.0.0.1:1 (ECONNREFUSED).");
  });

  it("for a password that Redis refuses", async ({ skip }) => {
    const redis = await startRedis();
    if (redis === null) return skip("No Redis server is installed here and none could be installed.");
    try {
      const url = redis.url.replace("redis://", "redis://somebody:topsecret@");
      const said = await refusal({ ...external, REDIS_URL: url });
      expect(said).toMatch(/^Can't use REDIS_URL: Redis at .* rejected this user and password\.$/);
    } finally {
      await redis.stop();
    }
  });

  it("for a port in use, and an address of another machine", async () => {
    const other = createServer();
    const port = await listenOn(other);
    try {
      // In turn: on one database, the second would be refused for the first.
      const busy = await refusal({ ...external, PORT: String(port) });
      const foreign = await refusalIn("foreign", { ...external, PORT: "0", HOST: "192.0.2.7" });
      expect(busy).toBe(`PORT ${port} is in use by another program. Stop it, or use a different PORT.`);
      expect(foreign).toMatch(/^HOST 192\.0\.2\.7 isn't an address of this machine \(E\w+\)\.$/);
    } finally {
      other.close();
    }
  });

  it("for an invalid data folder", async () => {
    const said = await refusal({ DATA_DIR: "/dev/null/data" });
    expect(said).toMatch(/^Can't use DATA_DIR: \/dev\/null\/data .* \(ENOTDIR\)\.$/);
  });

  it("for a database written by a newer version, and nothing is changed", async () => {
    const sql = connect({ ...cluster, database }, 1);
    try {
      await sql`comment on table drizzle.__drizzle_migrations is 'Blueprint 9.4.1, migration 0999_of_the_future'`;
      await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('future', 9999999999999)`;
      const readAll = async () =>
        JSON.stringify([
          await sql`select * from drizzle.__drizzle_migrations order by id`,
          await sql`select obj_description('drizzle.__drizzle_migrations'::regclass)`,
          await sql`select oid::text, relname, relfilenode::text from pg_class order by oid`,
        ]);
      const before = await readAll();
      const said = await refusal({ DATABASE_URL: databaseUrl });
      expect(said).toMatch(
        /^The database was written by Blueprint 9\.4\.1, up to the migration 0999_of_the_future\. This is Blueprint \S+, which knows migrations up to \S+\. Nothing was changed\. Start the version that wrote it, or a newer one\.$/,
      );
      expect(await readAll()).toBe(before);
      expect(readdirSync(dataDir)).toEqual([]);
    } finally {
      await sql`delete from drizzle.__drizzle_migrations where hash = 'future'`;
      await sql.end();
    }
  });

  /** Like `refusal`, in a separate data folder. */
  function refusalIn(folder: string, env: Record<string, string>): Promise<string> {
    return refusal({ ...env, DATA_DIR: join(dataDir, folder) });
  }
});

describe("a running server with the embedded database", () => {
  it("restarts it when it is killed, loses nothing that it confirmed, and stops cleanly on SIGHUP", async () => {
    const port = await findFreePort();
    const own = join(dataDir, "venues, halls");
    const server = spawn({ DATA_DIR: own, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
    await server.waitFor("Blueprint is ready");
    const asRoot = process.platform === "linux" && process.getuid?.() === 0;
    await server.waitFor("Converters run");
    if (asRoot) expect(server.printed()).toContain(describeConfinement(await findConfinement()));
    const url = `http://127.0.0.1:${port}`;
    const clusterDir = join(own, "postgres", "cluster");
    const token = /accept-invite\S*[?&]token=([^\s&]+)/.exec(server.printed())?.[1] ?? "";
    let cookie = "";
    const remembering: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      cookie = response.headers.getSetCookie().map((one) => one.split(";")[0])[0] ?? cookie;
      return response;
    };
    const email = "olga@example.org";
    const { teamId } = await createApiClient({ baseUrl: url, fetch: remembering })(acceptInvitationWithNewAccount, {
      params: { token },
      body: { email, password: "correct horse battery", name: "Olga" },
    });
    const refused = new Map<number, string | null>();
    const api = createApiClient({
      baseUrl: url,
      headers: { cookie },
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (!response.ok) refused.set(response.status, response.headers.get("retry-after"));
        return response;
      },
    });
    const told = readEvents(() => fetch(url + notificationEventsUrl, { headers: { cookie } }));
    await vi.waitFor(() => expect(told.count()).toBe(1), { timeout: 10_000 });

    const confirmed: BlueprintId[] = [];
    const stopped = new AbortController();
    const writing = writeUntil(stopped.signal, async (number) => {
      const body = { teamId: teamId as TeamId, name: `Hall ${number}`, industry: "museum" as const };
      confirmed.push((await api(createBlueprint, { body })).id);
    });
    await vi.waitFor(() => expect(confirmed.length).toBeGreaterThan(5), { timeout: 10_000 });
    const first = findPostmasterFile(clusterDir)?.pid ?? 0;
    process.kill(first, "SIGKILL");
    await vi.waitFor(() => expect(refused.size).toBeGreaterThan(0), { timeout: 10_000 });
    const confirmedBefore = confirmed.length;
    await vi.waitFor(() => expect(confirmed.length).toBeGreaterThan(confirmedBefore + 5), { timeout: 20_000 });
    stopped.abort();
    await writing;

    expect([...refused.entries()]).toEqual([[503, "2"]]);
    expect(findPostmasterFile(clusterDir)?.pid).not.toBe(first);
    for (const blueprintId of confirmed) {
      expect((await api(getBlueprint, { params: { blueprintId } })).id).toBe(blueprintId);
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);

    const database = connect(
      { host: findPostmasterFile(clusterDir)?.socketDir ?? "", port: 5432, user: "blueprint", database: "blueprint" },
      1,
    );
    const [person] = await database<{ id: string }[]>`select id from auth_users where email = ${email}`;
    // The listener has reconnected by itself: inbox streams report changes again.
    const heard = told.count();
    await vi.waitFor(
      async () => {
        await database.notify("inbox_changed", person?.id ?? "");
        expect(told.count()).toBeGreaterThan(heard);
      },
      { timeout: 15_000, interval: 250 },
    );
    await database.end();
    // Jobs keep running too, such as mail.
    const reset = await fetch(`${url}/api/auth/request-password-reset`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ email, redirectTo: `${url}/login` }),
    });
    expect(reset.status).toBe(200);
    const mailDir = join(own, "mail");
    await vi.waitFor(
      () => {
        const mails = existsSync(mailDir) ? readdirSync(mailDir).filter((name) => name.endsWith(".eml")) : [];
        expect(mails.some((name) => readFileSync(join(mailDir, name), "utf8").includes(email))).toBe(true);
      },
      { timeout: 20_000 },
    );

    told.stop();
    server.child.kill("SIGHUP");
    expect(await server.ended).toBe(0);
    expect(findPostmasterFile(clusterDir)).toBe(null);
    expect(existsSync(join(own, "server.lock"))).toBe(false);
    expect(server.printed()).toContain("The embedded database stopped unexpectedly");
  }, 90_000);
});

/** Reads server-sent events as they arrive. Reopens the stream when the server ends it, as a browser does. */
function readEvents(open: () => Promise<Response>): { count(): number; stop(): void } {
  let text = "";
  const stopped = new AbortController();
  const reading = async () => {
    const response = await open();
    for await (const part of response.body!) text += Buffer.from(part).toString("utf8");
  };
  void (async () => {
    while (!stopped.signal.aborted) {
      await reading().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return { count: () => text.split("event: unread").length - 1, stop: () => stopped.abort() };
}

async function writeUntil(signal: AbortSignal, write: (number: number) => Promise<void>): Promise<void> {
  for (let number = 1; !signal.aborted; number++) {
    await write(number).catch(() => new Promise((resolve) => setTimeout(resolve, 100)));
  }
}
