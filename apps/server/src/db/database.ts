import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import * as account from "./schema/account.ts";
import * as apiKeys from "./schema/api-keys.ts";
import * as attempts from "./schema/attempts.ts";
import * as audit from "./schema/audit.ts";
import * as auth from "./schema/auth.ts";
import * as blueprints from "./schema/blueprints.ts";
import * as events from "./schema/events.ts";
import * as installationSettings from "./schema/installation-settings.ts";
import * as notifications from "./schema/notifications.ts";
import * as requests from "./schema/requests.ts";
import * as scans from "./schema/scans.ts";
import * as scene from "./schema/scene.ts";
import * as serverProcesses from "./schema/server-processes.ts";
import * as tasks from "./schema/tasks.ts";
import * as teamVisits from "./schema/team-visits.ts";
import * as teams from "./schema/teams.ts";
import * as uploads from "./schema/uploads.ts";
import * as users from "./schema/users.ts";
import * as webhooks from "./schema/webhooks.ts";
import * as workflows from "./schema/workflows.ts";

const schema = {
  ...apiKeys,
  ...account,
  ...attempts,
  ...audit,
  ...auth,
  ...users,
  ...teams,
  ...teamVisits,
  ...tasks,
  ...blueprints,
  ...events,
  ...installationSettings,
  ...notifications,
  ...requests,
  ...scans,
  ...uploads,
  ...scene,
  ...serverProcesses,
  ...webhooks,
  ...workflows,
};

export type Database = PostgresJsDatabase<typeof schema>;
/** A transaction or the database itself: the first argument of every repository function. */
export type Tx = Database | Parameters<Parameters<Database["transaction"]>[0]>[0];

// Each connection caches its prepared statements: texts that vary, such as with the length of a list, must not fill it.
const preparedTextsMax = 300;

export function createDatabase(sql: Sql): Database {
  return drizzle(preparingReads(sql), { schema });
}

/**
 * drizzle sends statements as text, which the driver has parsed and planned again each time, waiting for that before it
 * sends the values. A prepared read takes one round trip and half of the database's time.
 */
function preparingReads(sql: Sql): Sql {
  const prepared = new Set<string>();
  const unsafe: Sql["unsafe"] = (text, values, options) => {
    const isKnown = prepared.has(text);
    if (!isKnown && (prepared.size >= preparedTextsMax || !text.startsWith("select "))) {
      return sql.unsafe(text, values, options);
    }
    if (!isKnown) prepared.add(text);
    return sql.unsafe(text, values, { ...options, prepare: true });
  };
  return new Proxy(sql, {
    get: (target, name) => (name === "unsafe" ? unsafe : Reflect.get(target, name)),
  });
}

/** Builds a statement's text once per database instead of once per request; values fill its placeholders. */
export function buildOnce<Statement>(build: (tx: Tx) => Statement): (tx: Tx) => Statement {
  const built = new WeakMap<Tx, Statement>();
  return (tx) => {
    const known = built.get(tx) ?? build(tx);
    built.set(tx, known);
    return known;
  };
}
