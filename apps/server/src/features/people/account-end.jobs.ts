import { createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { accountKeptDays } from "@blueprint/contract/account-end";
import type { UserId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import {
  binLonelyTeams,
  collectRecords,
  deleteAccountRow,
  deleteExpiredExports,
  endExport,
  findExport,
  listDueDeletions,
  listOwnFiles,
  listTeamsOnlyOwnedBy,
  lockDueDeletion,
} from "./account-end.repository.ts";
import { toExportPrefix } from "./account-end.service.ts";
import { endSessions } from "./sessions.service.ts";

const dayMs = 24 * 3600 * 1000;

/** Packs all data of one user. Streams files one after another, never whole in memory. */
export async function makeExport(
  context: AppContext,
  { userId, id }: { userId: UserId; id: string },
  { signal, isLastAttempt }: { signal: AbortSignal; isLastAttempt: boolean },
): Promise<void> {
  const { config, db, storage } = context;
  const folder = join(config.dataDir, "exports");
  const path = join(folder, `${id}.zip`);
  await mkdir(folder, { recursive: true });
  try {
    await writeZip(context, userId, path, signal);
    const { size: sizeBytes } = await stat(path);
    const storageKey = toExportPrefix(userId, id);
    await storage.putFile(storageKey, path, { contentType: "application/zip" });
    await db.transaction(async (tx) => {
      const isWanted = await endExport(tx, { userId, id }, { state: "ready", storageKey, sizeBytes });
      if (!isWanted) {
        // The job runs again because a server died before completing it: its earlier result is this very file.
        const current = await findExport(tx, userId);
        if (current?.id === id && current.state === "ready") return;
        return await context.jobs.enqueue(tx, "remove-stored-bytes", { storageKey });
      }
      const subject = { id: userId, name: "" };
      await recordEvent(tx, context, { actor: null, teamId: null, type: "export.finished", subject });
    });
  } catch (error) {
    if (isLastAttempt) await endExport(db, { userId, id }, { state: "failed" });
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

async function writeZip(context: AppContext, userId: UserId, path: string, signal: AbortSignal): Promise<void> {
  // Loaded on the first export.
  const { default: yazl } = await import("yazl");
  const zip = new yazl.ZipFile();
  const records = await collectRecords(context.db, userId);
  for (const [name, content] of Object.entries(records))
    zip.addBuffer(Buffer.from(`${JSON.stringify(content, null, 2)}\n`), `${name}.json`);
  for (const { storageKey, path: place } of await listOwnFiles(context.db, userId)) {
    // Skip what was removed since the list was made; scans and pictures are already compressed.
    if ((await context.storage.head(storageKey)) === null) continue;
    zip.addReadStreamLazy(place, { compress: false }, (give) => {
      context.storage.read(storageKey).then(
        ({ stream }) => give(null, stream),
        (error: unknown) => give(error, null as never),
      );
    });
  }
  const broken = new Promise<never>((_, reject) => zip.once("error", reject));
  zip.end();
  await Promise.race([pipeline(zip.outputStream, createWriteStream(path), { signal }), broken]);
}

export async function removeExpiredExports(context: AppContext): Promise<void> {
  await context.db.transaction(async (tx) => {
    for (const storageKey of await deleteExpiredExports(tx, context.clock.now()))
      await context.jobs.enqueue(tx, "remove-stored-bytes", { storageKey });
  });
}

/** Deletes accounts whose 30 days are over. Their work in other teams stays, without their name. */
export async function deleteDueAccounts(context: AppContext): Promise<void> {
  const { clock, db, jobs, log } = context;
  for (const userId of await listDueDeletions(db, clock.now())) {
    await db.transaction(async (tx) => {
      const now = clock.now();
      const person = await lockDueDeletion(tx, userId, now);
      if (person === null || person.dueAt === null) return;
      // They have since become a team's only owner: the team decides first.
      if ((await listTeamsOnlyOwnedBy(tx, userId)).length > 0)
        return log.warn({ userId }, "an account to be deleted is the only owner of a team with others");
      const exported = await findExport(tx, userId);
      for (const storageKey of [person.photoKey, exported?.storageKey ?? null])
        if (storageKey !== null) await jobs.enqueue(tx, "remove-stored-bytes", { storageKey });
      // Their teams of one have been in the bin as long as the account itself.
      await binLonelyTeams(tx, userId, new Date(person.dueAt.getTime() - accountKeptDays * dayMs), now);
      await endSessions(tx, userId, "all");
      await deleteAccountRow(tx, userId);
    });
  }
}
