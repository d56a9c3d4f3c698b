import type { BlueprintId } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import { toMediaName } from "@blueprint/contract/media";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { TeamScope } from "../../platform/http/scope.ts";
import { readSceneReferences } from "../scene/scene-references.service.ts";
import {
  type FileRow,
  insertFile,
  isFileUploading,
  listCoverFileIds,
  listTeamFiles,
} from "./blueprint-transfer.repository.ts";

/** Files of the team that a blueprint's document refers to, or ever did, and its covers. */
export interface MovingFiles {
  readonly byId: ReadonlyMap<string, FileRow>;
  /** Whether another one is being uploaded. */
  readonly isUploading: boolean;
  /** Id of the last edit that was examined. */
  readonly throughUpdateId: number;
}

/** A file's bytes under a key of the other team. */
export interface CopiedFile {
  readonly storageKey: string;
  readonly source: FileRow;
}

const copiesAtOnce = 4;
/** Copies that never became a file are removed after this time. */
const unusedCopyKeptMs = 24 * 3_600_000;

/** @param after skips edits up to this id; 0 for none */
export async function findMovingFiles(tx: Tx, from: TeamScope, id: BlueprintId, after = 0): Promise<MovingFiles> {
  const { ids: inDocument, throughUpdateId } = await readSceneReferences(tx, id, after);
  const ids = new Set([...inDocument, ...(await listCoverFileIds(tx, id))]);
  const known = await listTeamFiles(tx, from);
  return {
    byId: new Map([...known].filter(([fileId]) => ids.has(fileId))),
    isUploading: await isFileUploading(tx, from, ids),
    throughUpdateId,
  };
}

/** The files that the other team does not have yet. */
export async function listMissingFiles(tx: Tx, to: TeamScope, { byId }: MovingFiles): Promise<Map<string, FileRow>> {
  const there = await listTeamFiles(tx, to);
  return new Map([...byId].filter(([fileId]) => !there.has(fileId)));
}

export function sumBytes(files: ReadonlyMap<string, FileRow>): number {
  return [...files.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/**
 * Copies the bytes before any row refers to them. Schedules the clean-up before the first byte: even after a crash,
 * copies without a file are removed.
 */
export async function copyFiles(
  { db, storage, ids, jobs, clock }: AppContext,
  to: TeamScope,
  missing: ReadonlyMap<string, FileRow>,
): Promise<ReadonlyMap<string, CopiedFile>> {
  const copies = new Map<string, CopiedFile>(
    [...missing].map(([fileId, source]) => [fileId, { source, storageKey: `teams/${to.teamId}/files/${ids.uuid()}` }]),
  );
  const runAt = new Date(clock.now().getTime() + unusedCopyKeptMs);
  await db.transaction(async (tx) => {
    for (const { storageKey } of copies.values())
      await jobs.enqueue(tx, "remove-stored-bytes", { storageKey }, { key: `remove:${storageKey}`, runAt });
  });
  const waiting = [...copies.values()];
  const work = async () => {
    for (let copy = waiting.pop(); copy !== undefined; copy = waiting.pop()) {
      const { source, storageKey } = copy;
      const contentType = source.contentType ?? "application/octet-stream";
      await storage.copy(source.storageKey, storageKey, { contentType }).catch((error: unknown) => {
        // A file was deleted meanwhile: what is to be moved has changed.
        throw error instanceof AppError && error.code === "not-found" ? new AppError("conflict") : error;
      });
    }
  };
  await Promise.all(Array.from({ length: copiesAtOnce }, work));
  return copies;
}

/**
 * Turns the copies into files of the other team, under the same ids. The caller holds both teams and the document.
 * @throws AppError conflict when the blueprint refers to a file that is not among them, or one was replaced meanwhile
 */
export async function giveFiles(
  tx: Tx,
  { ids, jobs, clock }: AppContext,
  { from, to, id }: { from: TeamScope; to: TeamScope; id: BlueprintId },
  { throughUpdateId }: MovingFiles,
  copies: ReadonlyMap<string, CopiedFile>,
): Promise<void> {
  const late = await findMovingFiles(tx, from, id, throughUpdateId);
  if (late.isUploading) throw new AppError("transfer-busy");
  const missing = await listMissingFiles(tx, to, late);
  if ([...missing.keys()].some((fileId) => !copies.has(fileId))) throw new AppError("conflict");
  const known = await listTeamFiles(tx, from);
  const now = clock.now();
  for (const [fileId, { source, storageKey }] of copies) {
    const current = known.get(fileId);
    // Deleted during the copy: it stays deleted.
    if (current === undefined) continue;
    if (current.storageKey !== source.storageKey) throw new AppError("conflict");
    const row = {
      ...current,
      bucket: storageBucket,
      fullPath: toMediaName(to.teamId, fileId),
      teamId: to.teamId,
      storageKey,
      // Microseconds since 1970, the format of object generations.
      generation: now.getTime() * 1000,
      metageneration: 1,
      updated: now,
      // Addresses with the former team's tokens must not work here.
      downloadTokens: [ids.token()],
    };
    if (!(await insertFile(tx, row)) || current.sizeBytes === 0 || current.sha256 !== null) continue;
    await jobs.enqueue(tx, "hash-stored-object", { storageKey }, { key: `hash:${storageKey}`, attemptsMax: 5 });
  }
}
