import { rm } from "node:fs/promises";
import type { ScanProblemCode } from "@blueprint/contract/scan-problems";
import { describeConfinement, findConfinement } from "@blueprint/scans/confinement";
import { ScanProblem } from "@blueprint/scans/scan-problem";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { JobHandlers } from "../../platform/jobs/job-runner.ts";
import { tellError } from "../../platform/safe-error.ts";
import { queueRenewals, renewDelivery } from "./delivery-renewal.service.ts";
import { ProgressWriter } from "./progress-writer.ts";
import {
  claimAttempt,
  failAttempt,
  finishAttempt,
  noteCheckedOriginal,
  noteProgress,
  putBackAttempt,
  removeDeletedScanFiles,
  removeReplacedDelivery,
  removeUnusedDelivery,
} from "./scan-attempts.service.ts";
import { convertOriginal, toWorkDir } from "./scan-conversion.ts";
import { type ConversionRequest, scanCancelledChannel, toDeliveryPrefix } from "./scans.service.ts";

const progressEveryMs = 500;
const heartbeatEveryMs = 5_000;

/** Why a conversion was stopped from outside. */
type StopReason = "cancelled" | "taken-over" | "server-stopping";

interface Running {
  readonly scanId: string;
  readonly stop: (reason: StopReason) => void;
}

/** Long jobs; they have their own workers. */
export function scanJobHandlers(context: AppContext): JobHandlers {
  const running = new Set<Running>();
  let listening: Promise<unknown> | null = null;
  const listenForCancels = async () => {
    listening ??= context.sql.listen(scanCancelledChannel, (scanId) => {
      for (const one of running) if (one.scanId === scanId) one.stop("cancelled");
    });
    try {
      await listening;
    } catch (error) {
      listening = null;
      throw error;
    }
  };
  return {
    "convert-scan": async (request, { signal }) => {
      // Before the scan is claimed, so that no later cancel is missed.
      await listenForCancels();
      await runAttempt(context, request, signal, running);
    },
    "renew-deliveries": () => queueRenewals(context),
    "renew-delivery": ({ scanId }, { signal, isLastAttempt }) => renewDelivery(context, scanId, signal, isLastAttempt),
    "remove-scan-files": ({ scanId }) => removeDeletedScanFiles(context, scanId),
    "remove-replaced-delivery": (replaced) => removeReplacedDelivery(context, replaced),
  };
}

/** Determines and logs how converters of untrusted files are isolated. */
export async function sayHowConvertersRun({ log }: AppContext): Promise<void> {
  const confinement = await findConfinement();
  const { userId, hasNetwork, hasCapabilities } = confinement;
  const isWide = hasNetwork || hasCapabilities;
  log[isWide ? "warn" : "info"]({ converters: { userId, hasNetwork } }, describeConfinement(confinement));
}

/** Removes files that a killed server's runs left on disk. Call it before the first job. */
export async function removeAbandonedWork(context: AppContext): Promise<void> {
  await rm(toWorkDir(context), { recursive: true, force: true });
}

async function runAttempt(
  context: AppContext,
  request: ConversionRequest,
  serverStopping: AbortSignal,
  running: Set<Running>,
): Promise<void> {
  const { scanId, attempt } = request;
  const abort = new AbortController();
  let stopReason: StopReason | null = null;
  const stop = (reason: StopReason) => {
    stopReason ??= reason;
    abort.abort();
  };
  const onServerStopping = () => stop("server-stopping");
  serverStopping.addEventListener("abort", onServerStopping);
  if (serverStopping.aborted) onServerStopping();
  const own: Running = { scanId, stop };
  running.add(own);
  const note = async (write: () => Promise<boolean>) => {
    const isOurs = await write().catch((error: unknown) => {
      // A brief database outage is no reason to discard the work.
      context.log.warn({ err: error, scanId }, "progress of a conversion could not be written");
      return true;
    });
    if (!isOurs) stop("taken-over");
  };
  const progress = new ProgressWriter(progressEveryMs, (made) => note(() => noteProgress(context, request, made)));
  let heartbeat: NodeJS.Timeout | undefined;
  const deliveryPrefix = toDeliveryPrefix(scanId, attempt);
  try {
    const scan = await claimAttempt(context, request);
    if (scan === null) return;
    heartbeat = setInterval(() => void note(() => noteProgress(context, request, null)), heartbeatEveryMs);
    const report = await convertOriginal(
      context,
      { ...scan, runName: `${scanId}-${attempt}`, deliveryPrefix },
      {
        onChecked: (checked) => note(() => noteCheckedOriginal(context, request, checked)),
        onProgress: (made) => progress.push(made),
      },
      abort.signal,
    );
    await progress.stop();
    if (await finishAttempt(context, request, report)) return;
    await removeUnusedDelivery(context, request);
  } catch (error) {
    await progress.stop();
    await removeUnusedDelivery(context, request);
    await settleFailure(context, request, stopReason, error);
  } finally {
    clearInterval(heartbeat);
    serverStopping.removeEventListener("abort", onServerStopping);
    running.delete(own);
  }
}

async function settleFailure(
  context: AppContext,
  request: ConversionRequest,
  stopReason: StopReason | null,
  error: unknown,
): Promise<void> {
  // Whoever stopped it has recorded the reason.
  if (stopReason === "cancelled" || stopReason === "taken-over") return;
  if (stopReason === "server-stopping") return await putBackAttempt(context, request, "server-stopped");
  if (error instanceof ScanProblem && error.code === "scan-converter-crashed") {
    context.log.warn({ ...request, detail: error.detail }, "a converter ended without a word");
    return await putBackAttempt(context, request, "converter-crashed", error.detail ?? null);
  }
  const problem = toProblem(error);
  if (problem !== null) return await failAttempt(context, request, problem);
  context.log.error({ err: error, ...request }, "a conversion failed for a reason of ours");
  await putBackAttempt(context, request, "server-failed", tellError(error));
}

function toProblem(error: unknown): { code: ScanProblemCode; detail: string | null } | null {
  if (error instanceof ScanProblem) return { code: error.code, detail: error.detail ?? null };
  if (error instanceof AppError && error.code === "storage-full") return { code: "scan-storage-full", detail: null };
  return null;
}
