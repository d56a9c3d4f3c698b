import { buffer } from "node:stream/consumers";
import type { BlueprintId } from "@blueprint/contract/ids";
import { printShortCode, shortLinkParam, shortLinkPath } from "@blueprint/contract/short-code";

import type { SignPrintProblem } from "@blueprint/contract/signs";
import type { AppContext } from "../../platform/app-context.ts";
import type { JobPayloads } from "../../platform/jobs/job-queue.ts";
import type { JobRun } from "../../platform/jobs/job-runner.ts";
import { makeSheet } from "./sheet-process.ts";
import {
  deleteFiles,
  findPrint,
  insertFile,
  listFiles,
  type SignPrintRow,
  updateOpenPrint,
} from "./sign-prints.repository.ts";
import { toSheetKey } from "./sign-prints.service.ts";
import { listForPrint, type SignAndLink } from "./signs.repository.ts";
import { noteSheets } from "./signs.service.ts";

/** A file of more would need much memory to make and to open. */
const signsPerFile = 200;
const progressEveryMs = 1_000;

const contentTypes = { pdf: "application/pdf", svg: "image/svg+xml", png: "image/png" } as const;

/** Makes the files of a print one after another. A print that is cut off goes on with the first file it lacks. */
export async function makeSheets(
  context: AppContext,
  { printId, placeName }: JobPayloads["make-sign-sheets"],
  { signal, isLastAttempt }: Pick<JobRun, "signal" | "isLastAttempt">,
): Promise<void> {
  const { db, clock } = context;
  const print = await findPrint(db, printId);
  if (print === null || print.endedAt !== null) return;
  try {
    await makeFiles(context, print, placeName, signal);
  } catch (error) {
    if (isLastAttempt) await updateOpenPrint(db, printId, { problem: { kind: "failed" }, endedAt: clock.now() });
    throw error;
  }
}

async function makeFiles(
  context: AppContext,
  print: SignPrintRow,
  placeName: string,
  stopped: AbortSignal,
): Promise<void> {
  const { db, clock, storage } = context;
  const blueprintId = print.blueprintId as BlueprintId;
  const signs = await listForPrint(db, blueprintId, print.signIds, clock.now());
  const logo = print.logoKey === null ? null : await buffer((await storage.read(print.logoKey)).stream);
  const cancelled = new AbortController();
  const signal = AbortSignal.any([stopped, cancelled.signal]);
  const made = new Set((await listFiles(db, [print.id])).map(({ firstSign }) => firstSign));
  for (const part of toParts(signs, print.fileKind === "pdf" ? signsPerFile : 1)) {
    const [firstSign, lastSign] = [part[0]!.sign.number, part.at(-1)!.sign.number];
    if (made.has(firstSign)) continue;
    const before = signs.findIndex(({ sign }) => sign.number === firstSign);
    let notedAtMs = clock.monotonicMs();
    const note = (done: number) => {
      if (clock.monotonicMs() - notedAtMs < progressEveryMs) return;
      notedAtMs = clock.monotonicMs();
      void updateOpenPrint(db, print.id, { checkedCount: before + done }).then(
        (isOpen) => !isOpen && cancelled.abort(new Error("The print was cancelled.")),
        // The next sign notes it again.
        () => {},
      );
    };
    const order = {
      ...print.sheet,
      fileKind: print.fileKind,
      logo,
      signs: part.map((row) => toSheetSign(context, row, placeName)),
    };
    const sheets = await makeSheet(order, { signal, onProgress: note }).catch((error: unknown) => {
      if (cancelled.signal.aborted) return null;
      throw error;
    });
    if (sheets === null) return;
    if ("problem" in sheets) {
      const sign = part[sheets.problem.sign]?.sign.number ?? firstSign;
      return await endWithProblem(context, print, { ...sheets.problem, sign });
    }
    await keepFile(context, print, { firstSign, lastSign, bytes: sheets.bytes, checkedCount: before + part.length });
  }
  await db.transaction(async (tx) => {
    if (!(await updateOpenPrint(tx, print.id, { endedAt: clock.now() }))) return;
    await noteSheets(tx, context, { blueprintId, signIds: print.signIds, userId: print.createdBy });
  });
}

function toParts(signs: readonly SignAndLink[], size: number): SignAndLink[][] {
  const parts: SignAndLink[][] = [];
  for (let at = 0; at < signs.length; at += size) parts.push(signs.slice(at, at + size));
  return parts;
}

function toSheetSign({ config }: AppContext, { sign, link }: SignAndLink, placeName: string) {
  const url = new URL(`${shortLinkPath}?${shortLinkParam}=${link.code}`, config.publicUrl);
  return {
    url: url.href,
    title: sign.title === "" ? placeName : sign.title,
    line: sign.line,
    code: printShortCode(link.code),
    number: sign.number,
  };
}

async function keepFile(
  { db, storage }: AppContext,
  print: SignPrintRow,
  made: { firstSign: number; lastSign: number; bytes: Uint8Array; checkedCount: number },
): Promise<void> {
  const { firstSign, lastSign, bytes, checkedCount } = made;
  const storageKey = toSheetKey(print, firstSign, lastSign);
  // The bytes are stored first: what the database refers to always exists.
  await storage.putBytes(storageKey, bytes, { contentType: contentTypes[print.fileKind] });
  const isKept = await db.transaction(async (tx) => {
    const isOpen = await updateOpenPrint(tx, print.id, { checkedCount });
    if (isOpen)
      await insertFile(tx, { printId: print.id, firstSign, lastSign, storageKey, sizeBytes: bytes.byteLength });
    return isOpen;
  });
  if (!isKept) await storage.delete(storageKey);
}

/** One sign that can't be printed stops the whole print: nobody hangs half a set. */
async function endWithProblem(
  { db, clock, jobs }: AppContext,
  print: SignPrintRow,
  problem: SignPrintProblem,
): Promise<void> {
  await db.transaction(async (tx) => {
    await updateOpenPrint(tx, print.id, { problem, endedAt: clock.now() });
    for (const storageKey of await deleteFiles(tx, print.id))
      await jobs.enqueue(tx, "remove-stored-bytes", { storageKey });
  });
}
