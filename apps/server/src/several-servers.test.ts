import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApiClient } from "@blueprint/contract/api-client";
import { acceptInvitationWithNewAccount } from "@blueprint/contract/teams";
import { getMe } from "@blueprint/contract/users";
import { beforeEach, expect, inject, it } from "vitest";
import { connect } from "./db/connection.ts";
import { systemIds } from "./platform/ids.ts";
import { toDatabaseUrl } from "./testing/database-url.ts";
import { findFreePort, type ServerProcess, spawnServer } from "./testing/server-process.ts";

let dir: string;
let databaseUrl: string;
let running: ServerProcess[];

// An empty database, without any tables: the servers of a new installation.
beforeEach(async () => {
  const { template: _, ...cluster } = inject("testPostgres");
  const database = `several_${systemIds.uuid().replaceAll("-", "")}`;
  const admin = connect({ ...cluster, database: "postgres" }, 1);
  await admin`create database ${admin(database)}`;
  databaseUrl = toDatabaseUrl({ ...cluster, database });
  dir = mkdtempSync(join(tmpdir(), "blueprint-several-"));
  running = [];
  return async () => {
    for (const { child, ended } of running) {
      child.kill("SIGTERM");
      await ended;
    }
    await admin`drop database ${admin(database)} with (force)`;
    await admin.end();
    rmSync(dir, { recursive: true, force: true });
  };
});

it("two servers that start at once on an empty database print one invitation and accept each other's sessions", async () => {
  const ports = [await findFreePort(), await findFreePort()];
  const publicUrl = `http://127.0.0.1:${ports[0]}`;
  const servers = ports.map((port) =>
    spawnServer({
      DATABASE_URL: databaseUrl,
      SECRET_KEY: "a key for the tests of several servers",
      DATA_DIR: join(dir, String(port)),
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      CONVERTERS: "0",
    }),
  );
  running.push(...servers);
  await Promise.all(servers.map((server) => server.waitFor("Blueprint is ready")));
  const links = servers.map((server) => /First operator invitation: (\S+)/.exec(server.printed())?.[1]);
  expect(links[0]).toContain(publicUrl);
  expect(links[1]).toBe(links[0]);
  let cookie = "";
  const remembering: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    cookie = response.headers.getSetCookie().map((one) => one.split(";")[0])[0] ?? cookie;
    return response;
  };
  const email = "olga@example.org";
  await createApiClient({ baseUrl: publicUrl, fetch: remembering })(acceptInvitationWithNewAccount, {
    params: { token: new URL(links[0] ?? "").searchParams.get("token") ?? "" },
    body: { email, password: "correct horse battery", name: "Olga" },
  });
  for (const port of ports) {
    const api = createApiClient({ baseUrl: `http://127.0.0.1:${port}`, headers: { cookie } });
    expect((await api(getMe, {})).profile.email).toBe(email);
    expect(existsSync(join(dir, String(port), "secrets.json"))).toBe(false);
  }
}, 60_000);
