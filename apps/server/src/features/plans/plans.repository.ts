import type { BlueprintId, TeamId, UserId } from "@blueprint/contract/ids";
import type { PlanType } from "@blueprint/contract/price-book";
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lte, notLike, or, sql } from "drizzle-orm";
import type { Tx } from "../../db/database.ts";
import { sceneBytes } from "../../db/scene-bytes.ts";
import { authUsers } from "../../db/schema/auth.ts";
import { blueprints } from "../../db/schema/blueprints.ts";
import { limitStates, stripeEvents, subscriptions } from "../../db/schema/plans.ts";
import { scans } from "../../db/schema/scans.ts";
import { invitations, teamMembers, teams } from "../../db/schema/teams.ts";
import { storedObjects, uploads } from "../../db/schema/uploads.ts";
import { users } from "../../db/schema/users.ts";
import { editingRoles } from "./plans.policy.ts";

/** The team whose plan is read: a checked scope, or the server's own work on it. */
export interface PlannedTeam {
  readonly teamId: TeamId;
}

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type LimitStateRow = typeof limitStates.$inferSelect;

export async function findPlan(tx: Tx, { teamId }: PlannedTeam) {
  const [row] = await tx
    .select({ name: teams.name, planType: teams.planType, subscription: subscriptions })
    .from(teams)
    .leftJoin(subscriptions, eq(subscriptions.teamId, teams.id))
    .where(eq(teams.id, teamId));
  return row as { name: string; planType: PlanType; subscription: SubscriptionRow | null };
}

/** Locks the team's row until the transaction ends, like `lockTeam`: plan changes run one after another. */
export async function lockPlan(tx: Tx, { teamId }: PlannedTeam): Promise<void> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("no key update");
}

/** A user's profile names the plan of their personal team (spec §3). */
export async function updatePlan(tx: Tx, { teamId }: PlannedTeam, planType: PlanType, now: Date): Promise<void> {
  await tx.update(teams).set({ planType, updatedAt: now }).where(eq(teams.id, teamId));
  const person = tx.select({ id: teams.personalOf }).from(teams).where(eq(teams.id, teamId));
  await tx.update(users).set({ planType }).where(inArray(users.uid, person));
}

export async function saveSubscription(
  tx: Tx,
  { teamId }: PlannedTeam,
  change: Partial<Omit<SubscriptionRow, "teamId" | "updatedAt">>,
  now: Date,
): Promise<void> {
  const set = { ...change, updatedAt: now };
  await tx
    .insert(subscriptions)
    .values({ teamId, ...set })
    .onConflictDoUpdate({ target: subscriptions.teamId, set });
}

/** Teams for which a plan, trial or period is due to start or end. */
export async function listDueTeams(tx: Tx, now: Date): Promise<PlannedTeam[]> {
  const rows = await tx
    .select({ teamId: subscriptions.teamId })
    .from(subscriptions)
    .where(or(lte(subscriptions.periodEndsAt, now), lte(subscriptions.trialEndsAt, now)))
    .orderBy(asc(subscriptions.teamId));
  return rows.map(({ teamId }) => ({ teamId: teamId as TeamId }));
}

export async function listTeamsAfter(tx: Tx, teamId: TeamId | null, limit: number): Promise<PlannedTeam[]> {
  const rows = await tx
    .select({ teamId: teams.id })
    .from(teams)
    .where(teamId === null ? undefined : gt(teams.id, teamId))
    .orderBy(asc(teams.id))
    .limit(limit);
  return rows.map((row) => ({ teamId: row.teamId as TeamId }));
}

export async function findTeamOfCustomer(tx: Tx, stripeCustomerId: string): Promise<PlannedTeam | null> {
  const [row] = await tx
    .select({ teamId: subscriptions.teamId })
    .from(subscriptions)
    .where(eq(subscriptions.stripeCustomerId, stripeCustomerId));
  return row === undefined ? null : { teamId: row.teamId as TeamId };
}

/** Number for the next Stripe reading. */
export async function nextStripeReading(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ reading: string }>(sql`select nextval('stripe_readings') as reading`);
  return Number(rows[0]?.reading);
}

export async function hasStripeEvent(tx: Tx, id: string): Promise<boolean> {
  return (await tx.$count(stripeEvents, eq(stripeEvents.id, id))) > 0;
}

/** @returns false when it was recorded before */
export async function insertStripeEvent(tx: Tx, event: typeof stripeEvents.$inferInsert): Promise<boolean> {
  return (await tx.insert(stripeEvents).values(event).onConflictDoNothing().returning()).length > 0;
}

export async function listLimitStates(tx: Tx, { teamId }: PlannedTeam): Promise<LimitStateRow[]> {
  return await tx.select().from(limitStates).where(eq(limitStates.teamId, teamId));
}

export async function saveLimitState(tx: Tx, state: LimitStateRow): Promise<void> {
  await tx
    .insert(limitStates)
    .values(state)
    .onConflictDoUpdate({ target: [limitStates.teamId, limitStates.limit], set: state });
}

/** For a new plan: states of the former plan's limits no longer apply. */
export async function forgetLimitStates(tx: Tx, { teamId }: PlannedTeam): Promise<void> {
  await tx.delete(limitStates).where(eq(limitStates.teamId, teamId));
}

export interface CountedItem {
  label: string;
  amount: number;
  blueprintId: BlueprintId | null;
}

export async function countPublished(tx: Tx, { teamId }: PlannedTeam): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(blueprints)
    .where(and(eq(blueprints.teamId, teamId), isNotNull(blueprints.publishedVersion)));
  return row?.n ?? 0;
}

export async function listPublished(tx: Tx, { teamId }: PlannedTeam): Promise<CountedItem[]> {
  const rows = await tx
    .select({ blueprintId: blueprints.id, label: blueprints.name })
    .from(blueprints)
    .where(and(eq(blueprints.teamId, teamId), isNotNull(blueprints.publishedVersion)))
    .orderBy(asc(blueprints.name), asc(blueprints.id));
  return rows.map(({ label, blueprintId }) => ({ label, amount: 1, blueprintId: blueprintId as BlueprintId }));
}

const scanBytes = sql<string>`coalesce(sum(case when ${scans.state} = 'cancelled' and ${scans.originalKey} is null then 0 else ${scans.sizeBytes} end + ${scans.deliveryBytes}), 0)`;

/** Below this size, a document and its history are listed together with others. */
const sceneBytesShown = 1_000_000;

/**
 * Bytes of originals (uploads in progress count in full), of converted files, of documents with their history, and of
 * other files: the team's, and the user's own in a personal team.
 */
export async function sumStorage(tx: Tx, { teamId }: PlannedTeam): Promise<number> {
  const files = await sumFiles(tx, { teamId });
  const scenes = await sumScenes(tx, { teamId });
  return (await sumStorageOfScans(tx, { teamId })) + scenes + files.storedBytes + files.announcedBytes;
}

/** Bytes of all the team's documents and their history, or of one blueprint's. */
export async function sumScenes(tx: Tx, { teamId }: PlannedTeam, blueprintId?: BlueprintId): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${sceneBytes(blueprints.id)}), 0)` })
    .from(blueprints)
    .where(and(eq(blueprints.teamId, teamId), blueprintId === undefined ? undefined : eq(blueprints.id, blueprintId)));
  return Number(row?.bytes ?? 0);
}

async function listScenes(tx: Tx, { teamId }: PlannedTeam): Promise<CountedItem[]> {
  const rows = await tx
    .select({ blueprintId: blueprints.id, name: blueprints.name, bytes: sceneBytes(blueprints.id) })
    .from(blueprints)
    .where(eq(blueprints.teamId, teamId));
  const scenes = rows.map(({ blueprintId, name, bytes }) => ({
    label: `${name}: content and history`,
    amount: Number(bytes),
    blueprintId: blueprintId as BlueprintId,
  }));
  const isShown = ({ amount }: CountedItem) => amount >= sceneBytesShown;
  const rest = scenes.filter((item) => !isShown(item)).reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...scenes.filter(isShown),
    { label: "Other blueprints' content and history", amount: rest, blueprintId: null },
  ];
}

/** Announced bytes that have not arrived yet: they count already, so that their room is reserved. */
export async function sumAnnounced(tx: Tx, { teamId }: PlannedTeam): Promise<number> {
  const [row] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${scans.sizeBytes}), 0)` })
    .from(scans)
    .where(and(eq(scans.teamId, teamId), eq(scans.state, "uploading"), isNull(scans.deletedAt)));
  return Number(row?.bytes ?? 0) + (await sumFiles(tx, { teamId })).announcedBytes;
}

/** Bytes of all the team's scans, or of one blueprint's. */
export async function sumStorageOfScans(tx: Tx, { teamId }: PlannedTeam, blueprintId?: BlueprintId): Promise<number> {
  const isOfBlueprint = blueprintId === undefined ? undefined : eq(scans.blueprintId, blueprintId);
  const [row] = await tx
    .select({ bytes: scanBytes })
    .from(scans)
    .where(and(eq(scans.teamId, teamId), isOfBlueprint, isNull(scans.deletedAt)));
  return Number(row?.bytes ?? 0);
}

/** The same bytes, grouped by what they belong to. */
export async function listStorage(tx: Tx, { teamId }: PlannedTeam): Promise<CountedItem[]> {
  const rows = await tx
    .select({ blueprintId: blueprints.id, label: blueprints.name, bytes: scanBytes })
    .from(scans)
    .innerJoin(blueprints, eq(blueprints.id, scans.blueprintId))
    .where(and(eq(scans.teamId, teamId), isNull(scans.deletedAt)))
    .groupBy(blueprints.id, blueprints.name);
  const { storedBytes, announcedBytes } = await sumFiles(tx, { teamId });
  const items: CountedItem[] = [
    ...rows.map(({ label, blueprintId, bytes }) => ({
      label,
      amount: Number(bytes),
      blueprintId: blueprintId as BlueprintId,
    })),
    ...(await listScenes(tx, { teamId })),
    { label: "Pictures, documents and other files", amount: storedBytes, blueprintId: null },
    { label: "Uploads in progress", amount: announcedBytes, blueprintId: null },
  ];
  return items.filter(({ amount }) => amount > 0).sort((a, b) => b.amount - a.amount);
}

async function sumFiles(tx: Tx, { teamId }: PlannedTeam): Promise<{ storedBytes: number; announcedBytes: number }> {
  const person = tx.select({ id: teams.personalOf }).from(teams).where(eq(teams.id, teamId));
  const [stored] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${storedObjects.sizeBytes}), 0)` })
    .from(storedObjects)
    .where(
      or(
        and(eq(storedObjects.teamId, teamId), notLike(storedObjects.fullPath, `teams/${teamId}/scans/%`)),
        and(isNull(storedObjects.teamId), inArray(storedObjects.userId, person)),
      ),
    );
  const [announced] = await tx
    .select({ bytes: sql<string>`coalesce(sum(${uploads.sizeBytes}), 0)` })
    .from(uploads)
    .where(
      and(
        eq(uploads.state, "active"),
        isNull(uploads.scanId),
        or(eq(uploads.teamId, teamId), and(isNull(uploads.teamId), inArray(uploads.userId, person))),
      ),
    );
  return { storedBytes: Number(stored?.bytes ?? 0), announcedBytes: Number(announced?.bytes ?? 0) };
}

/** Members who edit, and addresses with an open invitation to an editing role. */
export async function listEditors(tx: Tx, { teamId }: PlannedTeam, now: Date) {
  const members = await tx
    .select({ name: authUsers.name })
    .from(teamMembers)
    .innerJoin(authUsers, eq(authUsers.id, teamMembers.userId))
    .where(and(eq(teamMembers.teamId, teamId), inArray(teamMembers.role, [...editingRoles])))
    .orderBy(asc(teamMembers.joinedAt));
  const invited = await tx
    .select({ email: invitations.email })
    .from(invitations)
    .where(
      and(
        eq(invitations.teamId, teamId),
        inArray(invitations.role, [...editingRoles]),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, now),
      ),
    )
    .orderBy(asc(invitations.createdAt));
  return [
    ...members.map(({ name }) => ({ isInvited: false, name })),
    ...invited.map(({ email }) => ({ isInvited: true, name: email ?? "" })),
  ];
}

export async function listOwners(tx: Tx, { teamId }: PlannedTeam) {
  const rows = await tx
    .select({ userId: authUsers.id, name: authUsers.name, email: authUsers.email })
    .from(teamMembers)
    .innerJoin(authUsers, eq(authUsers.id, teamMembers.userId))
    .where(and(eq(teamMembers.teamId, teamId), eq(teamMembers.role, "owner")))
    .orderBy(asc(teamMembers.joinedAt));
  return rows.map((row) => ({ ...row, userId: row.userId as UserId }));
}

/** Stops serving these blueprints if they are the team's and still served. */
export async function closePublished(
  tx: Tx,
  { teamId }: PlannedTeam,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(blueprints)
    .set({ publishedVersion: null, updatedAt: now })
    .where(
      and(eq(blueprints.teamId, teamId), inArray(blueprints.id, [...ids]), isNotNull(blueprints.publishedVersion)),
    );
}

export async function listNames(tx: Tx, { teamId }: PlannedTeam, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ name: blueprints.name })
    .from(blueprints)
    .where(and(eq(blueprints.teamId, teamId), inArray(blueprints.id, [...ids])))
    .orderBy(asc(blueprints.name));
  return rows.map(({ name }) => name);
}
