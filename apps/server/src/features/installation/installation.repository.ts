import type { TeamId } from "@blueprint/contract/ids";
import type { PlanType } from "@blueprint/contract/price-book";
import { and, count, desc, eq, ilike, inArray, isNull, or, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { isBehind } from "../../db/newest-first.ts";
import { sceneBytes } from "../../db/scene-bytes.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { scans } from "../../db/schema/scans.ts";
import { serverProcesses } from "../../db/schema/server-processes.ts";
import { teamMembers, teams } from "../../db/schema/teams.ts";
import { storedObjects, uploads } from "../../db/schema/uploads.ts";
import { users } from "../../db/schema/users.ts";
import type { PageCursor } from "../../platform/page-cursor.ts";

// Everything here crosses teams on purpose: only operators see it, and it contains no team's content.

const toPattern = (search: string) => `%${search.trim().replace(/[\\%_]/g, "\\$&")}%`;

export interface PersonRow {
  id: string;
  name: string;
  email: string;
  isOperator: boolean;
  disabledAt: Date | null;
  createdAt: Date;
  lastLoginAt: Date | null;
  teamCount: number;
}

export async function listPeople(
  tx: Tx,
  search: string,
  cursor: PageCursor | null,
  limit: number,
): Promise<{ rows: PersonRow[]; total: number }> {
  const pattern = toPattern(search);
  const matches = pattern === "%%" ? undefined : or(ilike(authUsers.email, pattern), ilike(authUsers.name, pattern));
  const rows = await tx
    .select({
      id: authUsers.id,
      name: authUsers.name,
      email: authUsers.email,
      isOperator: authUsers.isOperator,
      disabledAt: authUsers.disabledAt,
      createdAt: authUsers.createdAt,
      lastLoginAt: users.lastLoginAt,
      teamCount: tx.$count(teamMembers, eq(teamMembers.userId, authUsers.id)),
    })
    .from(authUsers)
    .leftJoin(users, eq(users.uid, authUsers.id))
    .where(and(matches, isBehind(authUsers.createdAt, authUsers.id, cursor)))
    .orderBy(desc(authUsers.createdAt), desc(authUsers.id))
    .limit(limit);
  return { rows, total: await tx.$count(authUsers, matches) };
}

export interface TeamRow {
  id: string;
  name: string;
  isPersonal: boolean;
  planType: PlanType;
  createdAt: Date;
  deletedAt: Date | null;
}

export async function listTeams(
  tx: Tx,
  search: string,
  cursor: PageCursor | null,
  limit: number,
): Promise<{ rows: TeamRow[]; total: number }> {
  const pattern = toPattern(search);
  const membersTeams = tx
    .select({ id: teamMembers.teamId })
    .from(teamMembers)
    .innerJoin(authUsers, eq(authUsers.id, teamMembers.userId))
    .where(ilike(authUsers.email, pattern));
  const matches = pattern === "%%" ? undefined : or(ilike(teams.name, pattern), inArray(teams.id, membersTeams));
  const rows = await tx
    .select({
      id: teams.id,
      name: teams.name,
      isPersonal: sql<boolean>`${teams.personalOf} is not null`,
      planType: teams.planType,
      createdAt: teams.createdAt,
      deletedAt: teams.deletedAt,
    })
    .from(teams)
    .where(and(matches, isBehind(teams.createdAt, teams.id, cursor)))
    .orderBy(desc(teams.createdAt), desc(teams.id))
    .limit(limit);
  return { rows, total: await tx.$count(teams, matches) };
}

export interface TeamHoldings {
  teamId: TeamId;
  ownerEmails: string[];
  memberCount: number;
  blueprintCount: number;
  publishedCount: number;
  storageBytes: number;
}

/** Holdings of one page's teams, in one query. */
export async function listHoldings(tx: Tx, teamIds: readonly string[]): Promise<TeamHoldings[]> {
  if (teamIds.length === 0) return [];
  const { rows } = await tx.execute<{
    team_id: TeamId;
    owner_emails: string[] | null;
    member_count: number;
    blueprint_count: number;
    published_count: number;
    storage_bytes: string;
  }>(sql`
    select t.id as team_id,
      (select array_agg(u.email order by m.joined_at) from team_members m join auth_users u on u.id = m.user_id
        where m.team_id = t.id and m.role = 'owner') as owner_emails,
      (select count(*)::int from team_members m where m.team_id = t.id) as member_count,
      (select count(*)::int from blueprints b where b.team_id = t.id and b.binned_at is null) as blueprint_count,
      (select count(*)::int from blueprints b where b.team_id = t.id and b.published_version is not null) as published_count,
      coalesce((select sum(o.size_bytes) from stored_objects o where o.team_id = t.id), 0)
        + coalesce((select sum(s.delivery_bytes) from scans s where s.team_id = t.id and s.deleted_at is null), 0)
        + coalesce((select sum(${sceneBytes(sql`b.id`)}) from blueprints b where b.team_id = t.id), 0)
        as storage_bytes
    from teams t where t.id in ${teamIds}`);
  return rows.map((row) => ({
    teamId: row.team_id,
    ownerEmails: row.owner_emails ?? [],
    memberCount: row.member_count,
    blueprintCount: row.blueprint_count,
    publishedCount: row.published_count,
    storageBytes: Number(row.storage_bytes),
  }));
}

export async function listServers(tx: Tx): Promise<{ startedAt: Date; heartbeatAt: Date }[]> {
  return await tx
    .select({ startedAt: serverProcesses.startedAt, heartbeatAt: serverProcesses.heartbeatAt })
    .from(serverProcesses)
    .orderBy(serverProcesses.startedAt);
}

export async function sumStorage(tx: Tx): Promise<{
  uploadedBytes: number;
  convertedBytes: number;
  unfinishedUploads: number;
  unfinishedBytes: number;
}> {
  const sumOf = (column: typeof storedObjects.sizeBytes | typeof scans.deliveryBytes | typeof uploads.receivedBytes) =>
    sql<string>`coalesce(sum(${column}), 0)`;
  const [uploaded] = await tx.select({ bytes: sumOf(storedObjects.sizeBytes) }).from(storedObjects);
  const [converted] = await tx
    .select({ bytes: sumOf(scans.deliveryBytes) })
    .from(scans)
    .where(isNull(scans.deletedAt));
  const [unfinished] = await tx
    .select({ n: count(), bytes: sumOf(uploads.receivedBytes) })
    .from(uploads)
    .where(eq(uploads.state, "active"));
  return {
    uploadedBytes: Number(uploaded?.bytes ?? 0),
    convertedBytes: Number(converted?.bytes ?? 0),
    unfinishedUploads: unfinished?.n ?? 0,
    unfinishedBytes: Number(unfinished?.bytes ?? 0),
  };
}

/** The keys that the database refers to: files, originals, and folders of conversions whose scan is known. */
export async function listKnownKeys(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const files = await tx
    .select({ key: storedObjects.storageKey })
    .from(storedObjects)
    .where(inArray(storedObjects.storageKey, [...keys]));
  const originals = await tx
    .select({ key: scans.originalKey })
    .from(scans)
    .where(inArray(scans.originalKey, [...keys]));
  return new Set([...files, ...originals].flatMap(({ key }) => (key === null ? [] : [key])));
}

export async function listKnownScans(tx: Tx, scanIds: readonly string[]): Promise<Set<string>> {
  if (scanIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: scans.id })
    .from(scans)
    .where(inArray(scans.id, [...scanIds]));
  return new Set(rows.map(({ id }) => id));
}

export interface JobCountRow {
  name: string;
  waiting: number;
  planned: number;
  running: number;
  failed: number;
  oldestWaitingSince: Date | null;
}

// `graphile_worker.jobs` is the library's public view; a job that used up its tries is kept and never run.
export async function countJobs(tx: Tx, now: Date): Promise<JobCountRow[]> {
  const at = now.toISOString();
  const { rows } = await tx.execute<Omit<JobCountRow, "oldestWaitingSince"> & { oldest: string | null }>(sql`
    select task_identifier as name,
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= ${at}::timestamptz)::int as waiting,
      count(*) filter (where locked_at is null and attempts < max_attempts and run_at > ${at}::timestamptz)::int as planned,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed,
      min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= ${at}::timestamptz)::text as oldest
    from graphile_worker.jobs group by task_identifier order by task_identifier`);
  return rows.map(({ oldest, ...row }) => ({
    ...row,
    oldestWaitingSince: oldest === null ? null : new Date(oldest),
  }));
}

export interface FailedJobRow {
  id: string;
  name: string;
  attempts: number;
  createdAt: Date;
  failedAt: Date;
  error: string;
}

export async function listFailedJobRows(tx: Tx, limit: number): Promise<FailedJobRow[]> {
  const { rows } = await tx.execute<{
    id: string;
    name: string;
    attempts: number;
    created_at: string;
    updated_at: string;
    last_error: string | null;
  }>(sql`
    select id::text as id, task_identifier as name, attempts, created_at, updated_at, last_error
    from graphile_worker.jobs where locked_at is null and attempts >= max_attempts
    order by updated_at desc limit ${limit}`);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    attempts: row.attempts,
    createdAt: new Date(row.created_at),
    failedAt: new Date(row.updated_at),
    error: row.last_error ?? "",
  }));
}

/** @returns false when there is no such failed job any more */
export async function retryJob(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select (graphile_worker.reschedule_jobs(array_agg(id), run_at => ${now.toISOString()}::timestamptz, attempts => 0)).id
    from graphile_worker.jobs where id = ${id}::bigint and locked_at is null and attempts >= max_attempts
    having count(*) > 0`);
  return rows.length > 0;
}

/** @returns false when there is no such failed job any more */
export async function discardJob(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select (graphile_worker.complete_jobs(array_agg(id))).id
    from graphile_worker.jobs where id = ${id}::bigint and locked_at is null and attempts >= max_attempts
    having count(*) > 0`);
  return rows.length > 0;
}
