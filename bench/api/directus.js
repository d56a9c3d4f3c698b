// Directus with a collection for profiles and one for blueprints. Without a licence key it has no row-level rules, so
// it only checks the role's access to the collection: less than the others do, to its advantage.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort, startServer } from "../uploads/measured-server.js";
import { ask } from "./ask.js";
import { installPeer } from "./peers.js";
import { connectTo, copyRows, listColumns, password } from "./rows.js";

const admin = { email: "admin@example.org", password: "an admin of the bench" };
const database = "directus";

export async function startDirectus({ connection, dir }) {
  const port = await findFreePort();
  const peer = installPeer("directus");
  const cli = join(peer.dir, "node_modules", "directus", "cli.js");
  mkdirSync(dir, { recursive: true });
  const env = {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    DB_CLIENT: "pg",
    DB_HOST: connection.host,
    DB_PORT: String(connection.port),
    DB_USER: connection.user,
    DB_PASSWORD: connection.password ?? "none",
    DB_DATABASE: database,
    // As many connections as the product's server has.
    DB_POOL__MAX: "20",
    SECRET: "a secret of the bench, long enough for it",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    TELEMETRY: "false",
    LOG_LEVEL: "warn",
    STORAGE_LOCAL_ROOT: dir,
    EXTENSIONS_PATH: dir,
    ACCESS_TOKEN_TTL: "1d",
  };
  const base = { PATH: process.env.PATH, HOME: process.env.HOME };
  const made = spawnSync(process.execPath, [cli, "bootstrap"], {
    env: { ...base, ...env },
    encoding: "utf8",
    cwd: dir,
  });
  if (made.status !== 0) throw new Error(`Directus could not make its tables.\n${made.stdout}\n${made.stderr}`);
  const origin = `http://127.0.0.1:${port}`;
  // Its readiness message has a log level that would log every request, so poll it instead.
  const { child } = await startServer([cli, "start"], env, /^/);
  for (let tries = 0; ; tries += 1) {
    const isReady = await fetch(`${origin}/server/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return { child, origin };
    if (tries > 300 || child.exitCode !== null) {
      child.kill("SIGKILL");
      throw new Error("Directus did not start.");
    }
    await wait(200);
  }
}

export async function fillDirectus({ connection, from, origin, people }) {
  const { json } = await ask(`${origin}/auth/login`, { method: "POST", body: admin });
  const headers = { authorization: `Bearer ${json.data.access_token}` };
  const post = async (path, body) => (await ask(`${origin}/${path}`, { method: "POST", headers, body })).json.data;
  const collections = { profiles: "users", blueprints: "blueprints" };
  for (const [collection, table] of Object.entries(collections)) {
    await post("collections", { collection, schema: {}, meta: {}, fields: await toFields(from, table) });
  }
  const policy = await post("policies", { name: "Members", app_access: false, admin_access: false });
  for (const collection of Object.keys(collections)) {
    await post("permissions", { policy: policy.id, collection, action: "read", fields: ["*"] });
  }
  const role = await post("roles", { name: "Member", policies: [{ policy: policy.id }] });
  await post(
    "users",
    people.map(({ userId, email }) => ({ id: userId, email, password, role: role.id, status: "active" })),
  );
  const to = connectTo(connection, database);
  try {
    await copyRows(from, to, "select * from users where email like 'person-%'", "profiles");
    await copyRows(from, to, "select * from blueprints", "blueprints");
    await to`create index on blueprints (team_id, updated_at desc, id desc)
      where archived_at is null and binned_at is null`;
    await to`vacuum analyze`;
  } finally {
    await to.end();
  }
}

export async function signInToDirectus(origin, people) {
  const signedIn = [];
  for (const { userId, email, teamId, blueprintIds, foreignBlueprintId } of people) {
    const { json } = await ask(`${origin}/auth/login`, { method: "POST", body: { email, password } });
    const headers = { authorization: `Bearer ${json.data.access_token}` };
    const toRequests = (paths) => paths.map((path) => ({ path: `/items/${path}`, headers }));
    const filter = { team_id: { _eq: teamId }, archived_at: { _null: true }, binned_at: { _null: true } };
    const query = new URLSearchParams({
      filter: JSON.stringify(filter),
      sort: "-updated_at,-id",
      limit: String(blueprintIds.length),
      meta: "filter_count",
    });
    signedIn.push({
      profile: toRequests([`profiles/${userId}`]),
      list: toRequests([`blueprints?${query}`]),
      read: toRequests(blueprintIds.map((id) => `blueprints/${id}`)),
      foreign: toRequests([`blueprints/${foreignBlueprintId}`]),
    });
  }
  return signedIn;
}

export const countListed = ({ data, meta }) => ({ rows: data.length, total: meta.filter_count });

const typesByColumn = {
  integer: "integer",
  "double precision": "float",
  boolean: "boolean",
  "timestamp with time zone": "timestamp",
  jsonb: "json",
  uuid: "uuid",
};

async function toFields(sql, table) {
  const columns = await listColumns(sql, table);
  return columns.map(({ name, type }) => ({
    field: name,
    type: typesByColumn[type] ?? "text",
    meta: {},
    schema: name === "id" || name === "uid" ? { is_primary_key: true, is_nullable: false } : {},
  }));
}
