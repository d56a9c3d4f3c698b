import type { ChangeKind } from "@blueprint/contract/changes";
import type { Sql } from "./sql.ts";

/** Channel that announces changes to every server; the payload is a `ChangeNotice` as text. */
export const changeChannel = "changed";

/** Who hears of a change: those who may see a team or blueprint, one user, the operators, or everyone signed in. */
export type ChangeAudience = "team" | "blueprint" | "user" | "operators" | "everybody";

export interface ChangeNotice {
  readonly audience: ChangeAudience;
  /** Id of the team, blueprint or user; empty for the other audiences. */
  readonly id: string;
  readonly kind: ChangeKind;
}

export function writeChangeNotice({ audience, id, kind }: ChangeNotice): string {
  return `${audience} ${kind} ${id}`;
}

export function readChangeNotice(payload: string): ChangeNotice {
  const [audience, kind, id] = payload.split(" ") as [ChangeAudience, ChangeKind, string];
  return { audience, kind, id };
}

interface WatchedTable {
  readonly table: string;
  readonly kind: ChangeKind;
  readonly audience: ChangeAudience;
  /** The column that names the audience; left out for operators and everybody. */
  readonly column?: string;
  /** The column references this table; the notice goes to that row's `team_id`. */
  readonly through?: string;
  /** Writes that count; all of them when left out. */
  readonly on?: string;
}

/**
 * Whatever writes these tables (a service, a job, a payment provider's call), the screens that show them hear of it:
 * spec §9 forbids polling. Writers of scene edits and upload bytes announce them directly (`ChangeAnnouncer`): there
 * are too many for one notice each.
 */
const watchedTables: readonly WatchedTable[] = [
  { table: "blueprints", kind: "blueprints", audience: "team", column: "team_id" },
  { table: "blueprint_versions", kind: "blueprints", audience: "blueprint", column: "blueprint_id" },
  {
    table: "scans",
    kind: "scans",
    audience: "team",
    column: "team_id",
    on: "INSERT OR DELETE OR UPDATE OF state, deleted_at, delivery_prefix, team_id",
  },
  { table: "stored_objects", kind: "storage", audience: "team", column: "team_id", on: "INSERT OR DELETE" },
  { table: "scene_versions", kind: "history", audience: "blueprint", column: "blueprint_id" },
  { table: "form_responses", kind: "answers", audience: "blueprint", column: "blueprint_id" },
  // Built again whenever one of its documents has been read.
  { table: "knowledge_sets", kind: "documents", audience: "blueprint", column: "blueprint_id" },
  { table: "short_links", kind: "short-links", audience: "blueprint", column: "blueprint_id" },
  { table: "short_links", kind: "signs", audience: "blueprint", column: "blueprint_id" },
  { table: "embed_tokens", kind: "embed-tokens", audience: "blueprint", column: "blueprint_id" },
  { table: "web_domains", kind: "web-domains", audience: "team", column: "team_id" },
  { table: "signs", kind: "signs", audience: "blueprint", column: "blueprint_id" },
  { table: "sign_prints", kind: "signs", audience: "blueprint", column: "blueprint_id" },
  { table: "team_members", kind: "members", audience: "team", column: "team_id" },
  { table: "team_members", kind: "session", audience: "user", column: "user_id" },
  { table: "invitations", kind: "members", audience: "team", column: "team_id" },
  { table: "team_visits", kind: "session", audience: "user", column: "operator_id" },
  { table: "teams", kind: "session", audience: "team", column: "id" },
  { table: "teams", kind: "people", audience: "operators" },
  { table: "tasks", kind: "tasks", audience: "team", column: "team_id" },
  { table: "workflows", kind: "workflows", audience: "team", column: "team_id" },
  { table: "workflow_runs", kind: "workflows", audience: "team", column: "workflow_id", through: "workflows" },
  { table: "webhooks", kind: "webhooks", audience: "team", column: "team_id" },
  { table: "webhook_deliveries", kind: "webhooks", audience: "team", column: "webhook_id", through: "webhooks" },
  { table: "api_keys", kind: "api-keys", audience: "team", column: "team_id" },
  { table: "audit_events", kind: "audit", audience: "team", column: "team_id" },
  { table: "subscriptions", kind: "plan", audience: "team", column: "team_id" },
  { table: "unanswered_questions", kind: "questions", audience: "blueprint", column: "blueprint_id" },
  { table: "guide_transcripts", kind: "questions", audience: "blueprint", column: "blueprint_id" },
  { table: "guide_tests", kind: "guide-tests", audience: "blueprint", column: "blueprint_id" },
  { table: "guide_test_runs", kind: "guide-tests", audience: "blueprint", column: "blueprint_id" },
  { table: "guide_place_usage", kind: "guide-minutes", audience: "blueprint", column: "blueprint_id" },
  { table: "guide_budgets", kind: "guide-minutes", audience: "blueprint", column: "blueprint_id" },
  { table: "limit_states", kind: "plan", audience: "team", column: "team_id" },
  { table: "invoices", kind: "plan", audience: "team", column: "team_id" },
  { table: "invoices", kind: "invoices", audience: "operators" },
  { table: "requests", kind: "requests", audience: "user", column: "user_id" },
  { table: "requests", kind: "requests", audience: "operators" },
  { table: "claims", kind: "claims", audience: "user", column: "claimant_id" },
  { table: "claims", kind: "claims", audience: "team", column: "present_team_id" },
  { table: "claims", kind: "claims", audience: "operators" },
  { table: "claim_codes", kind: "claims", audience: "blueprint", column: "blueprint_id" },
  { table: "access_requests", kind: "requests", audience: "operators" },
  { table: "email_changes", kind: "account", audience: "user", column: "user_id" },
  { table: "passkeys", kind: "account", audience: "user", column: "user_id" },
  { table: "auth_accounts", kind: "account", audience: "user", column: "user_id" },
  { table: "auth_sessions", kind: "account", audience: "user", column: "user_id" },
  { table: "account_exports", kind: "account", audience: "user", column: "user_id" },
  { table: "push_devices", kind: "account", audience: "user", column: "user_id" },
  { table: "notification_settings", kind: "account", audience: "user", column: "user_id" },
  { table: "notification_preferences", kind: "account", audience: "user", column: "user_id" },
  {
    table: "users",
    kind: "session",
    audience: "user",
    column: "uid",
    on: "UPDATE OF email, name, username, photo_key, deletion_due_at, finished_onboarding",
  },
  { table: "auth_users", kind: "session", audience: "user", column: "id", on: "UPDATE OF email, name, is_operator" },
  {
    table: "auth_users",
    kind: "people",
    audience: "operators",
    on: "INSERT OR DELETE OR UPDATE OF email, name, is_operator, disabled_at",
  },
  { table: "installation_settings", kind: "installation", audience: "everybody" },
];

/** PostgreSQL's NOTIFY merges equal notices of one transaction. */
const triggerFunction = `
CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
  concerned text;
BEGIN
  IF TG_ARGV[2] = '' THEN
    PERFORM pg_notify('${changeChannel}', TG_ARGV[0] || ' ' || TG_ARGV[1] || ' ');
    RETURN NULL;
  END IF;
  FOR concerned IN EXECUTE format(
    CASE WHEN TG_ARGV[3] = ''
      THEN 'SELECT DISTINCT v::text FROM (VALUES (($1).%1$I), (($2).%1$I)) AS t(v) WHERE v IS NOT NULL'
      ELSE 'SELECT DISTINCT team_id::text FROM %2$I WHERE id IN (($1).%1$I, ($2).%1$I)'
    END, TG_ARGV[2], TG_ARGV[3]) USING OLD, NEW
  LOOP
    PERFORM pg_notify('${changeChannel}', TG_ARGV[0] || ' ' || TG_ARGV[1] || ' ' || concerned);
  END LOOP;
  RETURN NULL;
END
$body$`;

/** Installs the triggers that announce changes of the watched tables. Does nothing if they are up to date. */
export async function installChangeNotices(sql: Sql): Promise<void> {
  const triggers = watchedTables.map(
    ({ table, kind, audience, column = "", through = "", on = "INSERT OR UPDATE OR DELETE" }, index) => `
CREATE TRIGGER announce_change_${index} AFTER ${on} ON ${table}
FOR EACH ROW EXECUTE FUNCTION announce_change('${audience}', '${kind}', '${column}', '${through}')`,
  );
  const wanted = [triggerFunction, ...triggers].join(";\n");
  const [installed] = await sql<{ text: string | null }[]>`
    SELECT obj_description(to_regproc('announce_change')::oid, 'pg_proc') AS text`;
  if (installed?.text === wanted) return;
  await sql.begin(async (tx) => {
    await tx.unsafe(`DROP FUNCTION IF EXISTS announce_change() CASCADE;\n${wanted}`);
    // The installed version is stored with the function, so a restored or copied database brings it along.
    await tx.unsafe(`COMMENT ON FUNCTION announce_change() IS $text$${wanted}$text$`);
  });
}
