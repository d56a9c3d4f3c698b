// parse-server with a class for blueprints. Members of a team have the team's role, and each row names the roles that
// may read and write it, as documented.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findFreePort, startServer } from "../uploads/measured-server.js";
import { ask } from "./ask.js";
import { installPeer } from "./peers.js";
import { connectTo, copyRows, listColumns, password } from "./rows.js";

const appId = "bench";
const masterKey = "bench-master-key";
const database = "parse";
const processPath = fileURLToPath(new URL("./parse-process.js", import.meta.url));
/** Columns that every class has under built-in names. */
const ownNames = {
  id: "objectId",
  uid: "objectId",
  created_at: "createdAt",
  created_date: "createdAt",
  updated_at: "updatedAt",
  last_login_at: "updatedAt",
};

export async function startParseServer({ connection, dir }) {
  const port = await findFreePort();
  mkdirSync(dir, { recursive: true });
  const env = {
    NODE_ENV: "production",
    PORT: String(port),
    DIR: dir,
    DB_HOST: connection.host,
    DB_PORT: String(connection.port),
    DB_USER: connection.user,
    DB_DATABASE: database,
    APP_ID: appId,
    MASTER_KEY: masterKey,
  };
  const { child } = await startServer([processPath], env, /^ready/m);
  return { child, origin: `http://127.0.0.1:${port}` };
}

export async function fillParseServer({ connection, from, origin }) {
  const headers = { "x-parse-application-id": appId, "x-parse-master-key": masterKey };
  const onlySignedIn = { requiresAuthentication: true };
  await ask(`${origin}/parse/schemas/Blueprint`, {
    method: "POST",
    headers,
    body: {
      className: "Blueprint",
      fields: await toFields(from, "blueprints"),
      classLevelPermissions: { get: onlySignedIn, find: onlySignedIn, count: onlySignedIn },
    },
  });
  const userFields = await toFields(from, "users");
  for (const known of ["email", "username"]) delete userFields[known];
  await ask(`${origin}/parse/schemas/_User`, {
    method: "PUT",
    headers,
    body: { className: "_User", fields: userFields },
  });
  const { requirePeer } = installPeer("parse-server");
  const hash = await requirePeer("bcryptjs").hash(password, 10);
  const to = connectTo(connection, database);
  try {
    await copyRows(
      from,
      to,
      `select ${await toColumns(from, "users")}, array[uid] as _rperm, array[uid] as _wperm,
         '${hash}' as _hashed_password
       from users where email like 'person-%'`,
      `"_User"`,
    );
    await copyRows(
      from,
      to,
      `select kind || t.id as "objectId", 'team-' || t.id || '-' || kind as name, array['*'] as _rperm,
         array[]::text[] as _wperm, created_at as "createdAt", updated_at as "updatedAt"
       from teams t, unnest(array['readers', 'editors']) kind where t.personal_of is null`,
      `"_Role"`,
    );
    await copyRows(
      from,
      to,
      `select user_id as "relatedId", kind || team_id as "owningId"
       from team_members, unnest(array['readers', 'editors']) kind where kind = 'readers' or role <> 'viewer'`,
      `"_Join:users:_Role"`,
    );
    await copyRows(
      from,
      to,
      `select ${await toColumns(from, "blueprints")}, array['role:team-' || team_id || '-readers'] as _rperm,
         array['role:team-' || team_id || '-editors'] as _wperm
       from blueprints`,
      `"Blueprint"`,
    );
    await to`create index on "Blueprint" (team_id, "updatedAt" desc, "objectId" desc)
      where archived_at is null and binned_at is null`;
    await to`vacuum analyze`;
  } finally {
    await to.end();
  }
}

export async function signInToParseServer(origin, people) {
  const signedIn = [];
  for (const { userId, email, teamId, blueprintIds, foreignBlueprintId } of people) {
    const app = { "x-parse-application-id": appId };
    const { json } = await ask(`${origin}/parse/login`, {
      method: "POST",
      headers: { ...app, "x-parse-revocable-session": "1" },
      body: { email, password },
    });
    const headers = { ...app, "x-parse-session-token": json.sessionToken };
    const toRequests = (paths) => paths.map((path) => ({ path: `/parse/${path}`, headers }));
    const open = { team_id: teamId, archived_at: { $exists: false }, binned_at: { $exists: false } };
    const where = encodeURIComponent(JSON.stringify(open));
    const list = `classes/Blueprint?where=${where}&order=-updatedAt,-objectId&limit=${blueprintIds.length}&count=1`;
    signedIn.push({
      profile: toRequests([`users/${userId}`]),
      list: toRequests([list]),
      read: toRequests(blueprintIds.map((id) => `classes/Blueprint/${id}`)),
      foreign: toRequests([`classes/Blueprint/${foreignBlueprintId}`]),
    });
  }
  return signedIn;
}

export const countListed = ({ results, count }) => ({ rows: results.length, total: count });

const typesByColumn = {
  integer: "Number",
  "double precision": "Number",
  boolean: "Boolean",
  "timestamp with time zone": "Date",
};

async function toFields(sql, table) {
  const columns = await listColumns(sql, table);
  const fields = columns.filter(({ name }) => ownNames[name] === undefined);
  return Object.fromEntries(fields.map(({ name, type }) => [name, { type: toType(name, type) }]));
}

function toType(name, type) {
  if (type !== "jsonb") return typesByColumn[type] ?? "String";
  return /_(ids|types|origins|hours|features|scales|colors|tutorials)$/.test(name) ? "Array" : "Object";
}

async function toColumns(sql, table) {
  const columns = await listColumns(sql, table);
  return columns.map(({ name }) => `${name} as "${ownNames[name] ?? name}"`);
}
