import type { Server } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { collaborationPath } from "@blueprint/contract/collaboration";
import { conversationPath } from "@blueprint/contract/conversations";
import type { FastifyInstance } from "fastify";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { deleteUnlessBackup } from "./db/backup-lease.ts";
import { connect, type DatabaseConnection } from "./db/connection.ts";
import { createDatabase } from "./db/database.ts";
import { readOwnVersion } from "./db/migrate.ts";
import { createEventListeners } from "./event-listeners.ts";
import { removeMovedFiles } from "./features/blueprint-transfer/blueprint-transfer.jobs.ts";
import { removeBinnedBlueprints } from "./features/blueprints/blueprints.jobs.ts";
import { advanceClaims } from "./features/claims/claim-deadlines.service.ts";
import { createConversationServer } from "./features/conversations/conversation-server.ts";
import { runTests } from "./features/conversations/guide-tests.jobs.ts";
import { removeEndedEmbedTokens } from "./features/embeds/embed-tokens.service.ts";
import { removeOldQuestions } from "./features/guide/asked-questions.service.ts";
import { readDocument, rebuildPlaceKnowledge } from "./features/guide/knowledge.jobs.ts";
import { removeOldDrafts } from "./features/guide/place-knowledge.service.ts";
import { removeOldTranscripts } from "./features/guide/transcripts.service.ts";
import { createScrape } from "./features/installation/metrics.service.ts";
import { removeCountedInvitations } from "./features/members/invitations.jobs.ts";
import { sendQueuedMail } from "./features/notifications/mail.jobs.ts";
import {
  deliverNotification,
  removeOldNotifications,
  sendDigests,
  sendPush,
} from "./features/notifications/notifications.jobs.ts";
import { removeExpiredProofs } from "./features/people/account.jobs.ts";
import { deleteDueAccounts, makeExport, removeExpiredExports } from "./features/people/account-end.jobs.ts";
import { noteUse } from "./features/people/feature-use.service.ts";
import { planJobHandlers, planJobSchedule } from "./features/plans/plans.jobs.ts";
import { deliverWebhook, removeOldDeliveries } from "./features/programs/webhooks.jobs.ts";
import { removeUnusedWords } from "./features/published/discover.jobs.ts";
import { findCities } from "./features/publishing/publishing.jobs.ts";
import { removeAbandonedWork, scanJobHandlers } from "./features/scans/scans.jobs.ts";
import { createSceneCollaboration } from "./features/scene/scene-collaboration.ts";
import { makeSheets } from "./features/signs/sign-prints.jobs.ts";
import { removeOldSheets } from "./features/signs/sign-prints.service.ts";
import { removeBinnedTeams } from "./features/teams/teams.jobs.ts";
import { removeAfterBackup, removeStoredBytes } from "./features/uploads/objects.jobs.ts";
import { hashStoredObject, removeIdleUploads } from "./features/uploads/uploads.jobs.ts";
import { createRestingCount, removeVisitEvents } from "./features/visits/visits.service.ts";
import { removeOldRuns, runWorkflow } from "./features/workflows/workflows.jobs.ts";
import type { AppContext, Logger } from "./platform/app-context.ts";
import { createChangeAnnouncer } from "./platform/change-announcer.ts";
import type { Clock } from "./platform/clock.ts";
import { deliverEvents, redeliverEvents } from "./platform/events/deliver-events.ts";
import { connectSharedCounts } from "./platform/http/request-limits.ts";
import { createSessionReader, toSessionCookieName } from "./platform/http/session.ts";
import { routeUpgrades, type UpgradeHandler } from "./platform/http/upgrades.ts";
import { systemIds } from "./platform/ids.ts";
import { jobQueue } from "./platform/jobs/job-queue.ts";
import { startJobRunner } from "./platform/jobs/job-runner.ts";
import { createMailSender } from "./platform/mail/mail-sender.ts";
import { countStorage } from "./platform/metrics/counted-storage.ts";
import { createMetrics } from "./platform/metrics/metrics.ts";
import { serveMetrics } from "./platform/metrics/metrics-server.ts";
import { createAnswerMemory } from "./platform/read-path/answer-memory.ts";
import type { Registration } from "./platform/registered-servers.ts";
import { runsJobs, servesDocuments, servesPages } from "./platform/roles.ts";
import { openSecrets } from "./platform/shared-secrets.ts";
import { createStorage } from "./platform/storage/create-storage.ts";
import { DiskRoom } from "./platform/storage/disk-room.ts";
import { keepDuringBackup } from "./platform/storage/kept-during-backup.ts";
import { createStripe } from "./platform/stripe.ts";
import { traceQueries } from "./platform/tracing/traced-queries.ts";
import { traceStorage } from "./platform/tracing/traced-storage.ts";
import { createTracing } from "./platform/tracing/tracing.ts";

const lightWorkers = 2;
/** A worker of its own: thousands of signs take minutes. */
const sheetWorkers = 1;
/** Workers of their own: an inbox or a log never waits for a mail server. */
const eventWorkers = 2;
/** Two workers, so that unresponsive receivers do not hold up mail. */
const webhookWorkers = 2;

/** Bytes that a running backup needs are deleted later: how often to try. */
const triedAgainMs = 60_000;

const keptAnswersBytesMax = 32 * 2 ** 20;

export async function buildContext(parts: {
  config: Config;
  connection: DatabaseConnection;
  clock: Clock;
  log: Logger;
}): Promise<AppContext> {
  const { config, connection } = parts;
  const tracing =
    config.tracing === undefined
      ? null
      : await createTracing({ ...config.tracing, version: readOwnVersion().version }, parts.log);
  const sql = connect(connection);
  if (tracing !== null) traceQueries(sql.pool, tracing);
  const db = createDatabase(sql);
  const { storageUrl, dataDir } = config;
  const diskRoom = new DiskRoom(dataDir, config.diskReserveBytes);
  const metrics = config.metrics === undefined ? null : await createMetrics();
  const bareStorage = await createStorage({ storageUrl, dataDir, room: diskRoom });
  const tracedStorage = tracing === null ? bareStorage : traceStorage(bareStorage, tracing);
  const storage = metrics === null ? tracedStorage : countStorage(tracedStorage, metrics);
  return {
    ...parts,
    sql,
    db,
    storage: keepDuringBackup(storage, {
      deleteUnlessBackup: (work) => deleteUnlessBackup(sql, work),
      deleteLater: async (keyOrPrefix) => {
        const runAt = new Date(parts.clock.now().getTime() + triedAgainMs);
        const options = { key: `remove-after-backup:${keyOrPrefix}`, runAt };
        await jobQueue.enqueue(db, "remove-after-backup", { keyOrPrefix }, options);
      },
    }),
    diskRoom,
    stripe: await createStripe(config.stripe),
    mail: createMailSender(config, systemIds),
    answers: createAnswerMemory(keptAnswersBytesMax),
    changes: createChangeAnnouncer(sql, parts.log),
    jobs: jobQueue,
    secrets: await openSecrets(config, sql),
    metrics,
    tracing,
    ids: systemIds,
  };
}

/** A listening server. `stop` shuts down everything that was started, newest first. */
export interface AppRuntime {
  app: FastifyInstance<Server>;
  stop(): Promise<void>;
}

/** How long a stopping server takes requests after its probe has said so, for a proxy to send them to others. */
const noticeMs = 2_000;

/** Starts the roles one after another on a migrated database: sessions, API and sockets, jobs. */
export async function startApp(
  context: AppContext,
  options: { webDistDir: string | undefined; withJobs: boolean; registration?: Registration },
): Promise<AppRuntime> {
  const { config, sql, clock, changes } = context;
  const ending: (() => Promise<unknown>)[] = [
    async () => changes.stop(),
    () => sql.end({ timeoutMs: 3_000 }),
    async () => await context.tracing?.stop(),
  ];
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    if (await options.registration?.hasCompany().catch(() => false)) await wait(noticeMs);
    const failures: unknown[] = [];
    for (const end of ending.splice(0)) await end().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, "Some parts of the server did not end cleanly.");
  };
  try {
    const sessions = await createSessionReader({
      sql,
      sessionKey: context.secrets.sessionKey,
      cookieName: toSessionCookieName(config.publicUrl),
      now: () => clock.now(),
    });
    ending.unshift(() => sessions.close());
    const sharedCounts = await connectSharedCounts(context);
    ending.unshift(async () => sharedCounts?.disconnect());
    const app = await createApp(context, {
      sessions,
      sharedCounts,
      webDistDir: options.webDistDir,
      isStopping: () => isStopping,
    });
    ending.unshift(() => app.close());
    const sockets = new Map<string, UpgradeHandler>();
    routeUpgrades(app.server, context, sockets);
    if (servesPages(config.role) && config.ai !== undefined) {
      const conversations = createConversationServer(context, config.ai, sessions);
      sockets.set(conversationPath, (...upgrade) => conversations.upgrade(...upgrade));
      ending.unshift(() => conversations.stop());
    }
    let countOpen = () => ({ documents: 0, sockets: 0 });
    if (servesDocuments(config.role)) {
      const collaboration = await createSceneCollaboration(context, sessions);
      sockets.set(collaborationPath, (...upgrade) => collaboration.upgrade(...upgrade));
      ending.unshift(() => collaboration.stop());
      countOpen = () => collaboration.countOpen();
    }
    if (config.metrics !== undefined && context.metrics !== null) {
      const scrape = createScrape(context, context.metrics, () => countOpen());
      const figures = await serveMetrics(config.metrics, scrape, context.log);
      ending.unshift(() => figures.stop());
    }
    if (options.withJobs && runsJobs(config.role)) {
      await removeAbandonedWork(context);
      const listeners = createEventListeners(context);
      const jobs = await startJobRunner({ ...context, serverId: options.registration?.id }, [
        {
          workers: config.converters,
          handlers: scanJobHandlers(context),
          schedule: [{ job: "renew-deliveries", at: "51 * * * *" }],
        },
        {
          workers: lightWorkers,
          handlers: {
            "note-use": (use) => noteUse(context, use),
            "send-mail": (mail, job) => sendQueuedMail(context, mail, job),
            "hash-stored-object": ({ storageKey }, { signal }) => hashStoredObject(context, storageKey, signal),
            "read-document": (document, job) => readDocument(context, document, job),
            "run-guide-tests": (run, job) => runTests(context, run, job),
            "remove-old-questions": () => removeOldQuestions(context),
            "count-visits": createRestingCount(context),
            "remove-visit-events": () => removeVisitEvents(context),
            "remove-embed-tokens": () => removeEndedEmbedTokens(context),
            "remove-old-sign-sheets": () => removeOldSheets(context),
            "remove-old-transcripts": () => removeOldTranscripts(context),
            "remove-old-drafts": () => removeOldDrafts(context),
            "rebuild-knowledge": (version) => rebuildPlaceKnowledge(context, version),
            "advance-claims": () => advanceClaims(context),
            "remove-moved-files": (left) => removeMovedFiles(context, left),
            "remove-stored-bytes": ({ storageKey }) => removeStoredBytes(context, storageKey),
            "remove-after-backup": ({ keyOrPrefix }) => removeAfterBackup(context, keyOrPrefix),
            "remove-stored-folder": ({ prefix }) => removeAfterBackup(context, prefix),
            "remove-old-webhook-deliveries": () => removeOldDeliveries(context),
            "run-workflow": ({ runId }, { isLastAttempt }) => runWorkflow(context, runId, isLastAttempt),
            "remove-old-workflow-runs": () => removeOldRuns(context),
            "remove-idle-uploads": async () => void (await removeIdleUploads(context)),
            "deliver-notification": ({ id }) => deliverNotification(context, id),
            "make-export": (request, job) => makeExport(context, request, job),
            "remove-expired-exports": () => removeExpiredExports(context),
            "remove-expired-proofs": () => removeExpiredProofs(context),
            "remove-counted-invitations": () => removeCountedInvitations(context),
            "delete-due-accounts": () => deleteDueAccounts(context),
            "send-push": (push) => sendPush(context, push),
            "send-digests": () => sendDigests(context),
            "remove-old-notifications": () => removeOldNotifications(context),
            "find-cities": () => findCities(context),
            "remove-unused-words": () => removeUnusedWords(context),
            ...planJobHandlers(context),
            "remove-binned-teams": async () => void (await removeBinnedTeams(context)),
            "remove-binned-blueprints": async () => void (await removeBinnedBlueprints(context)),
          },
          schedule: [
            { job: "remove-idle-uploads", at: "17 3 * * *" },
            { job: "remove-old-questions", at: "23 3 * * *" },
            { job: "count-visits", at: "* * * * *" },
            { job: "remove-visit-events", at: "19 13 * * *" },
            { job: "remove-embed-tokens", at: "23 13 * * *" },
            { job: "remove-old-drafts", at: "29 3 * * *" },
            { job: "remove-old-transcripts", at: "31 3 * * *" },
            { job: "advance-claims", at: "3 * * * *" },
            { job: "remove-old-sign-sheets", at: "11 3 * * *" },
            { job: "send-digests", at: "*/10 * * * *" },
            { job: "remove-old-notifications", at: "47 3 * * *" },
            { job: "remove-old-webhook-deliveries", at: "41 3 * * *" },
            { job: "remove-old-workflow-runs", at: "37 3 * * *" },
            { job: "find-cities", at: "39 3 * * *" },
            { job: "remove-unused-words", at: "49 3 * * *" },
            ...planJobSchedule,
            { job: "remove-expired-exports", at: "27 * * * *" },
            { job: "remove-expired-proofs", at: "33 * * * *" },
            { job: "remove-counted-invitations", at: "13 4 * * *" },
            { job: "delete-due-accounts", at: "7 4 * * *" },
            { job: "remove-binned-teams", at: "43 3 * * *" },
            { job: "remove-binned-blueprints", at: "53 3 * * *" },
          ],
        },
        {
          workers: sheetWorkers,
          handlers: { "make-sign-sheets": (print, job) => makeSheets(context, print, job) },
        },
        {
          workers: eventWorkers,
          handlers: {
            "deliver-events": ({ stream }) => deliverEvents(context, listeners, stream),
            "redeliver-events": () => redeliverEvents(context),
          },
          schedule: [{ job: "redeliver-events", at: "21 * * * *" }],
        },
        {
          workers: webhookWorkers,
          handlers: {
            "deliver-webhook": ({ deliveryId }, { signal }) => deliverWebhook(context, deliveryId, signal),
          },
        },
      ]);
      ending.unshift(() => jobs.stop());
      // At once after an update, not at the next full hour.
      await context.jobs.enqueue(context.db, "renew-deliveries", {}, { key: "renew-deliveries" });
      await context.jobs.enqueue(context.db, "find-cities", {}, { key: "find-cities" });
    }
    await app.listen({ host: config.host, port: config.port });
    return { app, stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}
