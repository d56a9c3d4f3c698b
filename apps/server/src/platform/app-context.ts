import type { FastifyBaseLogger } from "fastify";
import type Stripe from "stripe";
import type { Config } from "../config.ts";
import type { DatabaseConnection } from "../db/connection.ts";
import type { Database } from "../db/database.ts";
import type { Sql } from "../db/sql.ts";
import type { ChangeAnnouncer } from "./change-announcer.ts";
import type { Clock } from "./clock.ts";
import type { Ids } from "./ids.ts";
import type { JobQueue } from "./jobs/job-queue.ts";
import type { MailSender } from "./mail/mail-sender.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { AnswerMemory } from "./read-path/answer-memory.ts";
import type { Secrets } from "./secrets.ts";
import type { DiskRoom } from "./storage/disk-room.ts";
import type { ObjectStorage } from "./storage/object-storage.ts";
import type { Tracing } from "./tracing/tracing.ts";

export type Logger = FastifyBaseLogger;

/** Shared services for every feature. Built once in main.ts, or by a test. */
export interface AppContext {
  config: Config;
  connection: DatabaseConnection;
  sql: Sql;
  db: Database;
  storage: ObjectStorage;
  /** Free space of DATA_DIR, where uploads and conversions put their bytes. */
  diskRoom: DiskRoom;
  /** Null while card payment is not configured. */
  stripe: Stripe | null;
  mail: MailSender;
  answers: AnswerMemory;
  changes: ChangeAnnouncer;
  jobs: JobQueue;
  secrets: Secrets;
  /** Null unless figures for Prometheus are configured. */
  metrics: Metrics | null;
  /** Null unless OpenTelemetry is configured. */
  tracing: Tracing | null;
  clock: Clock;
  ids: Ids;
  log: Logger;
}
