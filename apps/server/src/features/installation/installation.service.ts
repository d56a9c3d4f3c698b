import { statfs } from "node:fs/promises";
import type { EndpointResponse } from "@blueprint/contract/endpoint";
import type { TeamId, UserId } from "@blueprint/contract/ids";
import type {
  FailedJob,
  findOrphans,
  getInstallationHealth,
  InstallationPerson,
  InstallationTeam,
} from "@blueprint/contract/installation";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { readPageCursor, toPage } from "../../platform/page-cursor.ts";
import { listTeamVisits } from "../teams/team-visits.service.ts";
import {
  countJobs,
  discardJob,
  listFailedJobRows,
  listHoldings,
  listKnownKeys,
  listKnownScans,
  listPeople,
  listServers,
  listTeams,
  retryJob,
  sumStorage,
} from "./installation.repository.ts";

const rowsPerPage = 25;
const failedJobsShown = 50;
const errorCharactersMax = 600;
const objectsLookedAtMax = 200_000;
const objectsAtOnce = 1_000;

interface ListRequest {
  search?: string | undefined;
  cursor?: string | undefined;
}

export async function listInstallationPeople(
  { db }: Pick<AppContext, "db">,
  { search = "", cursor }: ListRequest,
): Promise<{ people: InstallationPerson[]; nextCursor: string | null; total: number }> {
  const position = cursor === undefined ? null : readPageCursor(cursor);
  const { rows, total } = await listPeople(db, search, position, rowsPerPage + 1);
  const { shown, nextCursor } = toPage(rows, rowsPerPage, ({ createdAt, id }) => ({ at: createdAt, id }));
  const people = shown.map(({ id, disabledAt, createdAt, lastLoginAt, ...row }) => ({
    ...row,
    userId: id as UserId,
    disabledAt: disabledAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  }));
  return { people, nextCursor, total };
}

export async function listInstallationTeams(
  { db }: Pick<AppContext, "db">,
  actor: Actor,
  { search = "", cursor }: ListRequest,
): Promise<{ teams: InstallationTeam[]; nextCursor: string | null; total: number }> {
  const position = cursor === undefined ? null : readPageCursor(cursor);
  const { rows, total } = await listTeams(db, search, position, rowsPerPage + 1);
  const { shown, nextCursor } = toPage(rows, rowsPerPage, ({ createdAt, id }) => ({ at: createdAt, id }));
  const ids = shown.map(({ id }) => id);
  const holdings = new Map((await listHoldings(db, ids)).map(({ teamId, ...held }) => [teamId as string, held]));
  const visits = new Map(
    (await listTeamVisits(db, actor.userId)).map(({ teamId, endsAt }) => [teamId as string, endsAt]),
  );
  const nothing = { ownerEmails: [], memberCount: 0, blueprintCount: 0, publishedCount: 0, storageBytes: 0 };
  const teams = shown.map(({ id, createdAt, deletedAt, ...row }) => ({
    ...row,
    ...(holdings.get(id) ?? nothing),
    teamId: id as TeamId,
    createdAt: createdAt.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
    visitEndsAt: visits.get(id)?.toISOString() ?? null,
  }));
  return { teams, nextCursor, total };
}

export async function readHealth(context: AppContext): Promise<EndpointResponse<typeof getInstallationHealth>> {
  const { clock, config, db } = context;
  const [servers, jobs, stored, disk] = await Promise.all([
    listServers(db),
    countJobs(db, clock.now()),
    sumStorage(db),
    statfs(config.dataDir),
  ]);
  return {
    servers: servers.map(({ startedAt, heartbeatAt }) => ({
      startedAt: startedAt.toISOString(),
      heartbeatAt: heartbeatAt.toISOString(),
    })),
    jobs: jobs.map((row) => ({ ...row, oldestWaitingSince: row.oldestWaitingSince?.toISOString() ?? null })),
    storage: {
      driver: config.storageUrl === undefined ? "disk" : "s3",
      ...stored,
      diskBytes: disk.blocks * disk.bsize,
      diskFreeBytes: disk.bavail * disk.bsize,
    },
  };
}

export async function listFailedJobs({ db }: Pick<AppContext, "db">): Promise<FailedJob[]> {
  return (await listFailedJobRows(db, failedJobsShown)).map(({ createdAt, failedAt, error, ...job }) => ({
    ...job,
    createdAt: createdAt.toISOString(),
    failedAt: failedAt.toISOString(),
    error: error.slice(0, errorCharactersMax),
  }));
}

/** @throws AppError `not-found` when another operator decided, or the job runs again */
export async function decideFailedJob(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  jobId: string,
  decision: "retry" | "discard",
): Promise<void> {
  const done = decision === "retry" ? await retryJob(db, jobId, clock.now()) : await discardJob(db, jobId);
  if (!done) throw new AppError("not-found");
}

/**
 * Counts stored files without a row, in the folders of teams and conversions. A conversion's files count as known as
 * long as its scan exists: finished attempts clean up after themselves.
 */
export async function countOrphans(context: AppContext): Promise<EndpointResponse<typeof findOrphans>> {
  const found = { objects: 0, bytes: 0, orphanedObjects: 0, orphanedBytes: 0, isComplete: true };
  for (const folder of ["teams/", "deliveries/"]) {
    let batch: { key: string; sizeBytes: number }[] = [];
    const judge = async () => {
      const known =
        folder === "teams/"
          ? await listKnownKeys(
              context.db,
              batch.map(({ key }) => key),
            )
          : await listKnownScans(context.db, [...new Set(batch.map(({ key }) => toScanId(key)))]);
      for (const { key, sizeBytes } of batch) {
        if (known.has(folder === "teams/" ? key : toScanId(key))) continue;
        found.orphanedObjects++;
        found.orphanedBytes += sizeBytes;
      }
      batch = [];
    };
    for await (const { key, sizeBytes } of context.storage.list(folder)) {
      if (found.objects >= objectsLookedAtMax) {
        found.isComplete = false;
        break;
      }
      found.objects++;
      found.bytes += sizeBytes;
      batch.push({ key, sizeBytes });
      if (batch.length >= objectsAtOnce) await judge();
    }
    await judge();
  }
  return found;
}

const nobodysScanId = "00000000-0000-0000-0000-000000000000";

/** `deliveries/<scan>/<attempt>/…`; any other name belongs to no scan. */
function toScanId(key: string): string {
  const id = key.split("/")[1] ?? "";
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id) ? id : nobodysScanId;
}
