import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import * as account from "./schema/account.ts";
import * as apiKeys from "./schema/api-keys.ts";
import * as audit from "./schema/audit.ts";
import * as auth from "./schema/auth.ts";
import * as blueprints from "./schema/blueprints.ts";
import * as notifications from "./schema/notifications.ts";
import * as requests from "./schema/requests.ts";
import * as scans from "./schema/scans.ts";
import * as scene from "./schema/scene.ts";
import * as serverProcesses from "./schema/server-processes.ts";
import * as teamVisits from "./schema/team-visits.ts";
import * as teams from "./schema/teams.ts";
import * as uploads from "./schema/uploads.ts";
import * as users from "./schema/users.ts";
import * as webhooks from "./schema/webhooks.ts";

const schema = {
  ...apiKeys,
  ...account,
  ...audit,
  ...auth,
  ...users,
  ...teams,
  ...teamVisits,
  ...blueprints,
  ...notifications,
  ...requests,
  ...scans,
  ...uploads,
  ...scene,
  ...serverProcesses,
  ...webhooks,
};

export type Database = PostgresJsDatabase<typeof schema>;
/** A transaction or the database itself: the first argument of every repository function. */
export type Tx = Database | Parameters<Parameters<Database["transaction"]>[0]>[0];

export function createDatabase(sql: Sql): Database {
  return drizzle(sql, { schema });
}
