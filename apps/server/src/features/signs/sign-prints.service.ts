import type { BlueprintId, SignId, SignPrintId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import type { SignFileKind, SignSheet } from "@blueprint/contract/sign-sheets";
import type { SignPrint } from "@blueprint/contract/signs";
import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { requireLockedBlueprint } from "../blueprints/blueprints.service.ts";
import { toLogo, toSheetName, toSignFileUrl, toSignFolder } from "./sign-files.service.ts";
import {
  deletePrint,
  findOpenPrint,
  insertPrint,
  listFiles,
  listPrints,
  listPrintsMadeUntil,
  type SignPrintFileRow,
  type SignPrintRow,
} from "./sign-prints.repository.ts";
import { listForPrint } from "./signs.repository.ts";

declare module "../../platform/jobs/job-queue.ts" {
  interface JobPayloads {
    /** `placeName` is printed on signs without a title. */
    "make-sign-sheets": { printId: string; placeName: string };
    "remove-old-sign-sheets": Record<string, never>;
  }
}

const dayMs = 24 * 3_600_000;
const listedMax = 20;
const attemptsMax = 3;
/** Pictures are files of one sign each. */
const picturesMax = 100;

export async function listSignPrints(context: AppContext, { blueprintId }: BlueprintScope): Promise<SignPrint[]> {
  const rows = await listPrints(context.db, blueprintId, listedMax);
  const files = await listFiles(
    context.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    toSignPrint(
      context,
      row,
      files.filter(({ printId }) => printId === row.id),
    ),
  );
}

interface WantedSheets {
  /** Null for all signs in use. */
  readonly signIds: readonly SignId[] | null;
  readonly sheet: SignSheet;
  readonly fileKind: SignFileKind;
  /** In base64. */
  readonly logo: string | null;
}

/** @throws AppError sign-print-running, logo-unreadable, invalid-input (no such sign, too many pictures) */
export async function startSignPrint(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  { signIds, sheet, fileKind, logo }: WantedSheets,
): Promise<SignPrint> {
  const { db, clock, ids, storage, jobs } = context;
  const { blueprintId, teamId } = scope;
  const logoBytes = logo === null ? null : await toLogo(Buffer.from(logo, "base64"));
  const logoKey = logoBytes === null ? null : `${toSignFolder(blueprintId)}${ids.uuid()}.png`;
  if (logoKey !== null && logoBytes !== null) await storage.putBytes(logoKey, logoBytes, { contentType: "image/png" });
  try {
    return await db.transaction(async (tx) => {
      const blueprint = await requireLockedBlueprint(tx, scope, blueprintId);
      if ((await findOpenPrint(tx, blueprintId)) !== null) throw new AppError("sign-print-running");
      const rows = await listForPrint(tx, blueprintId, signIds, clock.now());
      requireSigns(rows.length, signIds, fileKind);
      const row: SignPrintRow = {
        ...{ id: ids.uuid(), blueprintId, sheet, fileKind, logoKey, createdBy: actor.userId, createdAt: clock.now() },
        ...{ signIds: rows.map(({ sign }) => sign.id), checkedCount: 0, problem: null, endedAt: null },
      };
      await insertPrint(tx, row);
      await jobs.enqueue(tx, "make-sign-sheets", { printId: row.id, placeName: blueprint.name }, { attemptsMax });
      await recordEvent(tx, context, {
        ...{ actor, teamId, type: "sign.printed", subject: { id: blueprintId, name: blueprint.name } },
        facts: { count: rows.length, format: sheet.format },
      });
      return toSignPrint(context, row, []);
    });
  } catch (error) {
    if (logoKey !== null) await storage.delete(logoKey);
    throw error;
  }
}

function requireSigns(found: number, signIds: readonly SignId[] | null, fileKind: SignFileKind): void {
  if (found === 0 || (signIds !== null && found < new Set(signIds).size))
    throw new AppError("invalid-input", { fields: { signIds: "This blueprint has no such sign." } });
  if (fileKind !== "pdf" && found > picturesMax)
    throw new AppError("invalid-input", {
      fields: { fileKind: `Pictures are made of at most ${picturesMax} signs at once. Choose PDF for more.` },
    });
}

/** Removes a print and its files; a job that is making it stops. @throws AppError not-found */
export async function cancelSignPrint(
  context: AppContext,
  { blueprintId }: BlueprintScope,
  id: SignPrintId,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await removePrint(tx, context, blueprintId, id))) throw new AppError("not-found");
  });
}

export async function removeOldSheets(context: AppContext): Promise<void> {
  const until = new Date(context.clock.now().getTime() - limits.signPrintsKeptDays * dayMs);
  await context.db.transaction(async (tx) => {
    for (const { id, blueprintId } of await listPrintsMadeUntil(tx, until))
      await removePrint(tx, context, blueprintId, id);
  });
}

async function removePrint(tx: Tx, { jobs }: AppContext, blueprintId: BlueprintId, id: string): Promise<boolean> {
  const keys = await deletePrint(tx, blueprintId, id);
  for (const storageKey of keys ?? []) await jobs.enqueue(tx, "remove-stored-bytes", { storageKey });
  return keys !== null;
}

/** Where a file of sheets is stored. */
export function toSheetKey(
  { id, blueprintId, fileKind }: Pick<SignPrintRow, "id" | "blueprintId" | "fileKind">,
  firstSign: number,
  lastSign: number,
): string {
  return `${toSignFolder(blueprintId as BlueprintId)}${id}-${firstSign}-${lastSign}.${fileKind}`;
}

function toSignPrint(context: AppContext, row: SignPrintRow, files: readonly SignPrintFileRow[]): SignPrint {
  const { id, sheet, fileKind, signIds, checkedCount, createdAt, endedAt, problem } = row;
  return {
    ...{ id: id as SignPrintId, sheet, fileKind, checkedCount, problem },
    signCount: signIds.length,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    files: (endedAt === null ? [] : files).map(({ storageKey, sizeBytes, firstSign, lastSign }) => ({
      name: toSheetName(firstSign, lastSign, fileKind),
      ...{ sizeBytes, firstSign, lastSign },
      url: toSignFileUrl(context, storageKey),
    })),
    expiresAt: new Date(createdAt.getTime() + limits.signPrintsKeptDays * dayMs).toISOString(),
  };
}
