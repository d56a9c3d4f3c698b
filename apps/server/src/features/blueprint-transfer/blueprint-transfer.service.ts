import type { previewTransfer as previewEndpoint } from "@blueprint/contract/blueprint-transfer";
import type { Blueprint } from "@blueprint/contract/blueprints";
import type { EndpointResponse } from "@blueprint/contract/endpoint";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { BlueprintScope, TeamScope } from "../../platform/http/scope.ts";
import {
  type BlueprintRow,
  describeBlueprint,
  readBlueprint,
  requireBlueprintScope,
} from "../blueprints/blueprints.service.ts";
import {
  type BroughtAlong,
  findPlanObstacle,
  observeLimits,
  type PlanObstacle,
  sumBlueprintBytes,
} from "../plans/entitlements.service.ts";
import { lockScene } from "../scene/scene-references.service.ts";
import { getTeam, listMemberships, lockTeam, requireTeamPermission } from "../teams/teams.service.ts";
import {
  countStaying,
  giveBlueprint,
  giveScan,
  listMovingScans,
  lockMovingBlueprint,
  lockMovingScans,
  type MovingScan,
} from "./blueprint-transfer.repository.ts";
import { copyFiles, findMovingFiles, giveFiles, listMissingFiles, sumBytes } from "./moving-files.service.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** Removes files from the team that a blueprint left, unless something of that team refers to them. */
    "remove-moved-files": { teamId: TeamId; fileIds: string[] };
  }
}

/** Visitors who opened the place before the move keep reading its files while their addresses are valid. */
const filesKeptMs = 24 * 3_600_000;

/** What a move would take along, and the possible targets. @throws AppError blueprint-in-bin */
export async function previewTransfer(
  context: AppContext,
  actor: Actor,
  from: BlueprintScope,
): Promise<EndpointResponse<typeof previewEndpoint>> {
  const { db } = context;
  const { blueprintId: id } = from;
  const blueprint = await readBlueprint(db, from, id);
  if (blueprint.binnedAt !== null) throw new AppError("blueprint-in-bin");
  const scans = await listMovingScans(db, from, id);
  const ownBytes = await sumBlueprintBytes(db, from, id);
  const files = await findMovingFiles(db, from, id);
  const targets = [];
  for (const { teamId, name, isPersonal, role, visitEndsAt } of await listMemberships(db, actor)) {
    if (teamId === from.teamId || visitEndsAt !== undefined || !roleMay(role, "blueprint.edit")) continue;
    const to = await requireTeamPermission(db, actor, teamId, "blueprint.edit");
    const brought = toBroughtAlong(blueprint, ownBytes + sumBytes(await listMissingFiles(db, to, files)));
    targets.push({ teamId, name, isPersonal, role, obstacle: await findPlanObstacle(db, context, to, brought) });
  }
  return {
    scanCount: scans.filter(({ isDeleted }) => !isDeleted).length,
    fileCount: files.byId.size,
    sizeBytes: ownBytes + sumBytes(files.byId),
    isPublished: blueprint.publishedVersion !== null,
    isBusy: files.isUploading || scans.some(isUnderWay),
    staying: await countStaying(db, from, id),
    targets,
  };
}

/**
 * Moves a blueprint to another team atomically; its addresses stay, and what is published stays published. Does nothing
 * if the target team already has it.
 * @throws AppError not-found and forbidden for the target team, blueprint-in-bin, transfer-busy, transfer-limit-published,
 * transfer-limit-storage, storage-full, conflict when it was moved or given another file meanwhile
 */
export async function transferBlueprint(
  context: AppContext,
  actor: Actor,
  from: BlueprintScope,
  teamId: TeamId,
): Promise<Blueprint> {
  const { db } = context;
  const { blueprintId: id } = from;
  const before = await readBlueprint(db, from, id);
  if (from.teamId === teamId) return describeBlueprint(context, db, from, before);
  const to = await requireTeamPermission(db, actor, teamId, "blueprint.edit");
  return await move(context, { from, to, id, actor, before }, async (tx) => {
    const current = await requireBlueprintScope(tx, actor, id, "blueprint.transfer");
    if (current.teamId !== from.teamId) throw new AppError("conflict");
    await requireTeamPermission(tx, actor, to.teamId, "blueprint.edit");
    return async () => describeBlueprint(context, tx, to, await readBlueprint(tx, to, id));
  });
}

/**
 * Moves a blueprint because a claim of its place was decided. The caller has checked the right of both teams, and decides
 * in `settle`, which runs in the transaction of the move while it holds the teams and the blueprint.
 * @throws AppError as `transferBlueprint`
 */
export async function moveClaimedBlueprint(
  context: AppContext,
  { from, to, id, actor }: { from: TeamScope; to: TeamScope; id: BlueprintId; actor: Actor | null },
  settle: (tx: Tx) => Promise<void>,
): Promise<void> {
  const before = await readBlueprint(context.db, from, id);
  await move(context, { from, to, id, actor, before, byClaim: true }, async (tx) => () => settle(tx));
}

interface Move {
  readonly from: TeamScope;
  readonly to: TeamScope;
  readonly id: BlueprintId;
  /** Null for the service itself. */
  readonly actor: Actor | null;
  readonly before: BlueprintRow;
  readonly byClaim?: true;
}

/** @param recheck runs while both teams are locked, and returns what follows the move in its transaction */
async function move<T>(
  context: AppContext,
  { from, to, id, actor, before, byClaim }: Move,
  recheck: (tx: Tx) => Promise<() => Promise<T>>,
): Promise<T> {
  const { db, clock } = context;
  // Run all checks that are possible before a byte is copied.
  const files = await findMovingFiles(db, from, id);
  requireQuiet(before, await listMovingScans(db, from, id), files.isUploading);
  const missing = await listMissingFiles(db, to, files);
  const ownBytes = await sumBlueprintBytes(db, from, id);
  await requirePlanRoom(db, context, to, toBroughtAlong(before, ownBytes + sumBytes(missing)));
  const copies = await copyFiles(context, to, missing);

  return await db.transaction(async (tx) => {
    await lockBoth(tx, from, to);
    const finish = await recheck(tx);
    // Locks the document before its rows, in the order of every writer.
    await lockScene(tx, id);
    const scans = await lockMovingScans(tx, from, id);
    if (scans === null) throw new AppError("transfer-busy");
    const blueprint = await lockMovingBlueprint(tx, from, id);
    if (blueprint === null) throw new AppError("conflict");
    requireQuiet(blueprint, scans, false);
    const storageBytes = (await sumBlueprintBytes(tx, from, id)) + sumBytes(missing);
    await requirePlanRoom(tx, context, to, toBroughtAlong(blueprint, storageBytes));

    const now = clock.now();
    await giveFiles(tx, context, { from, to, id }, files, copies);
    for (const scan of scans) await giveScan(tx, scan, { from, to, downloadToken: context.ids.token() });
    await giveBlueprint(tx, from, to, id, now);
    if (files.byId.size > 0) {
      const left = { teamId: from.teamId, fileIds: [...files.byId.keys()] };
      const runAt = new Date(now.getTime() + filesKeptMs);
      await context.jobs.enqueue(tx, "remove-moved-files", left, { runAt });
    }
    await recordMove(tx, context, actor, { from, to, blueprint, ...(byClaim === undefined ? {} : { byClaim }) });
    await observeLimits(tx, context, to, ["publishedBlueprints", "storageBytes"]);
    return await finish();
  });
}

/**
 * Locks both teams until the transaction ends, always in the same order: roles, bins and plans change only under the
 * team's lock.
 */
async function lockBoth(tx: Tx, from: TeamScope, to: TeamScope): Promise<void> {
  const inOrder = [from, to].sort((a, b) => (a.teamId < b.teamId ? -1 : 1));
  for (const scope of inOrder) await lockTeam(tx, scope);
}

function isUnderWay({ state, isDeleted }: MovingScan): boolean {
  return !isDeleted && (state === "uploading" || state === "queued" || state === "processing");
}

/** @throws AppError blueprint-in-bin, transfer-busy */
function requireQuiet({ binnedAt }: BlueprintRow, scans: readonly MovingScan[], isUploading: boolean): void {
  if (binnedAt !== null) throw new AppError("blueprint-in-bin");
  if (isUploading || scans.some(isUnderWay)) throw new AppError("transfer-busy");
}

function toBroughtAlong({ publishedVersion }: BlueprintRow, storageBytes: number): BroughtAlong {
  return { publishedBlueprints: publishedVersion === null ? 0 : 1, storageBytes };
}

/** @throws AppError transfer-limit-published, transfer-limit-storage; its field states the numbers */
async function requirePlanRoom(tx: Tx, context: AppContext, to: TeamScope, brought: BroughtAlong): Promise<void> {
  const obstacle = await findPlanObstacle(tx, context, to, brought);
  if (obstacle === null) return;
  const code = obstacle.limit === "storageBytes" ? "transfer-limit-storage" : "transfer-limit-published";
  throw new AppError(code, { fields: { teamId: describeObstacle(obstacle) } });
}

function describeObstacle({ limit, used, added, max }: PlanObstacle): string {
  const unit = limit === "storageBytes" ? "bytes of storage" : "published blueprints";
  return `The plan includes ${max} ${unit}. ${used} are used, and this blueprint adds ${added}.`;
}

/** Records the move in both teams. */
async function recordMove(
  tx: Tx,
  context: AppContext,
  actor: Actor | null,
  {
    from,
    to,
    blueprint: { id, name },
    ...claim
  }: { from: TeamScope; to: TeamScope; blueprint: BlueprintRow; byClaim?: true },
): Promise<void> {
  const { name: source } = await getTeam(tx, from);
  const { name: target } = await getTeam(tx, to);
  await recordEvent(tx, context, {
    actor,
    teamId: from.teamId,
    type: "blueprint.transferred",
    subject: { id, name },
    facts: { to: target, toTeamId: to.teamId, ...claim },
  });
  await recordEvent(tx, context, {
    actor,
    teamId: to.teamId,
    type: "blueprint.received",
    subject: { id, name },
    facts: { from: source, fromTeamId: from.teamId, ...claim },
  });
}
