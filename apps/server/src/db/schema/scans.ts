import type { ScanFormat, ScanKind } from "@blueprint/contract/scan-formats";
import type { ScanProblemCode } from "@blueprint/contract/scan-problems";
import type { ConversionProgress, FrameAnswers, PreflightReport, ScanReport } from "@blueprint/contract/scan-report";
import type { ScanState } from "@blueprint/contract/scans";
import { bigint, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { authUsers } from "./auth.ts";
import { blueprints } from "./blueprints.ts";
import { instant } from "./column-types.ts";
import { teams } from "./teams.ts";

export const scans = pgTable(
  "scans",
  {
    id: uuid("id").primaryKey(),
    blueprintId: uuid("blueprint_id")
      .notNull()
      .references(() => blueprints.id, { onDelete: "cascade" }),
    teamId: uuid("team_id")
      .notNull()
      .references(() => teams.id),
    fileName: text("file_name").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    kind: text("kind").$type<ScanKind>().notNull(),
    format: text("format").$type<ScanFormat>().notNull(),
    state: text("state").$type<ScanState>().notNull(),
    preflight: jsonb("preflight").$type<PreflightReport>().notNull(),
    /** The user's answers about unit and up axis; null where nothing was asked or answered. */
    frame: jsonb("frame").$type<FrameAnswers>(),
    uploadName: text("upload_name").notNull(),
    /** Where the complete original lies in object storage. Never changed, never converted in place. */
    originalKey: text("original_key"),
    /** Prefix of the converted files in object storage; every attempt has its own. */
    deliveryPrefix: text("delivery_prefix"),
    deliveryBytes: bigint("delivery_bytes", { mode: "number" }).notNull().default(0),
    /**
     * The newest version of the converter that was applied. The delivery is older if that version failed or would have
     * moved the scan.
     */
    converterVersion: integer("converter_version").notNull().default(1),
    report: jsonb("report").$type<ScanReport>(),
    progress: jsonb("progress").$type<ConversionProgress>(),
    problem: text("problem").$type<ScanProblemCode>(),
    /** The converter's exact error, for logs and support rather than for the user. */
    problemDetail: text("problem_detail"),
    attempt: integer("attempt").notNull().default(0),
    /** A processing scan with an old heartbeat belongs to a dead server. */
    heartbeatAt: instant("heartbeat_at"),
    deletedAt: instant("deleted_at"),
    createdBy: uuid("created_by").references(() => authUsers.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("scans_blueprint_id").on(table.blueprintId, table.createdAt),
    index("scans_team_id").on(table.teamId),
    index("scans_state").on(table.state),
  ],
);
