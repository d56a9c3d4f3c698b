import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { blueprintIdSchema, scanIdSchema } from "./ids.ts";
import { deliveryForms, scanKinds } from "./scan-formats.ts";
import {
  boundsSchema,
  conversionProgressSchema,
  frameAnswersSchema,
  georeferenceSchema,
  planExtentSchema,
  preflightReportSchema,
  scanCountsSchema,
  scanFormatSchema,
  scanProblemCodeSchema,
  scanReportSchema,
  sheetTilesSchema,
  standpointSchema,
} from "./scan-report.ts";
import { fileNameSchema } from "./text.ts";

export const scanStates = ["uploading", "queued", "processing", "ready", "failed", "cancelled"] as const;
export type ScanState = (typeof scanStates)[number];

/**
 * One storey from above, or one sheet of a plan. The picture covers the extent, with x and y along the scene's x and z.
 */
export const scanPlanSchema = z.object({
  url: z.string(),
  /** Height of the floor, metres, y up. */
  floorM: z.number(),
  extent: planExtentSchema,
  label: z.string().optional(),
  /** True for a full-colour picture; otherwise it is drawn in the theme's ink. */
  isPicture: z.boolean().optional(),
  /** Lengths on it are meaningless. */
  isUnscaled: z.boolean().optional(),
  /** Higher resolution than the picture at `url`: `<baseUrl><level>/<x>_<y>.webp`. */
  tiles: sheetTilesSchema.omit({ folder: true }).extend({ baseUrl: z.string() }).optional(),
});
export type ScanPlan = z.infer<typeof scanPlanSchema>;

/** What a viewer needs to show a ready scan. URLs hold a short-lived capability. */
export const scanDeliverySchema = z.object({
  form: z.enum(deliveryForms),
  /** Files of the delivery are relative to this URL. */
  entryUrl: z.string(),
  /** Additional files of the first picture; a page may prefetch them. */
  preloadUrls: z.array(z.string()).optional(),
  previewUrl: z.string(),
  bounds: boundsSchema,
  /** Counts at full detail; absent in versions published before they were stored. */
  counts: scanCountsSchema.optional(),
  startView: scanReportSchema.shape.startView,
  /** Absent for scans without a location. */
  georeference: georeferenceSchema.optional(),
  /** Origin of the blueprint's frame, the same for all its scans; absent until known. */
  frameOrigin: georeferenceSchema.optional(),
  /** Lowest storey first; empty if none was found. */
  plans: z.array(scanPlanSchema),
  /** All panoramas of a set, the one at `entryUrl` first. Paths replace the entry's last two segments. */
  panoramas: z.array(standpointSchema).optional(),
});
export type ScanDelivery = z.infer<typeof scanDeliverySchema>;

export const scanSchema = z.object({
  id: scanIdSchema,
  blueprintId: blueprintIdSchema,
  fileName: z.string(),
  sizeBytes: z.number().int(),
  kind: z.enum(scanKinds),
  format: scanFormatSchema,
  state: z.enum(scanStates),
  /** Bytes safely on the server's disk; equals `sizeBytes` once uploaded. */
  uploadedBytes: z.number().int(),
  /** Upload target: `name` in the storage protocol. */
  uploadName: z.string(),
  progress: conversionProgressSchema.nullable(),
  problem: scanProblemCodeSchema.nullable(),
  /** What the file says about itself, and what it leaves open. */
  preflight: preflightReportSchema,
  /** A person's answers to what the preflight leaves open. */
  frame: frameAnswersSchema,
  report: scanReportSchema.omit({ delivery: true }).nullable(),
  /** Also set during a reconversion: the previous version is shown until the new one is ready. */
  delivery: scanDeliverySchema.nullable(),
  createdAt: z.string(),
});
export type Scan = z.infer<typeof scanSchema>;

const blueprintParams = z.object({ blueprintId: blueprintIdSchema });
const scanParams = z.object({ scanId: scanIdSchema });

export const createScan = defineEndpoint({
  method: "POST",
  url: "/api/blueprints/:blueprintId/scans",
  access: "scan.upload",
  summary: "Announces a file and checks storage before anything is sent. Then upload the file to `uploadName`.",
  apiScope: "scans",
  schema: {
    params: blueprintParams,
    body: z.object({
      fileName: fileNameSchema,
      sizeBytes: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
      preflight: preflightReportSchema,
      /** Answers to what the preflight leaves open. */
      frame: frameAnswersSchema.optional(),
    }),
    response: scanSchema,
  },
  errors: ["forbidden", "conflict", "storage-quota-exceeded", "blueprint-archived", "scans-too-many"],
});

export const listScans = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/scans",
  access: "blueprint.see",
  summary: "Scans of a blueprint, oldest first.",
  apiScope: "read",
  schema: { params: blueprintParams, response: z.object({ scans: z.array(scanSchema) }) },
  errors: [],
});

export const deletedScanSchema = z.object({ id: scanIdSchema });

/**
 * Not JSON: `text/event-stream`. Event `scan` carries a scan as JSON whenever one of the blueprint changes; the
 * current state of all scans is sent first, so a reconnect misses nothing. Event `scan-deleted` carries `{ id }`.
 */
export const scanEventsUrl = "/api/blueprints/:blueprintId/scan-events";

export const retryScan = defineEndpoint({
  method: "POST",
  url: "/api/scans/:scanId/retry",
  access: "scan.upload",
  summary: "Converts a failed or cancelled scan again from its original.",
  apiScope: "scans",
  schema: { params: scanParams, response: scanSchema },
  errors: ["forbidden", "scan-not-retryable"],
});

export const answerScanFrame = defineEndpoint({
  method: "PUT",
  url: "/api/scans/:scanId/frame",
  access: "scan.upload",
  summary:
    "Corrects unit, up axis or scale of an uploaded scan and converts its original again. The previous version is shown until then.",
  apiScope: "scans",
  schema: { params: scanParams, body: frameAnswersSchema, response: scanSchema },
  errors: ["forbidden", "scan-not-retryable", "blueprint-archived"],
});

export const cancelScan = defineEndpoint({
  method: "POST",
  url: "/api/scans/:scanId/cancel",
  access: "scan.upload",
  summary: "Stops an upload or a conversion immediately. A complete original is kept.",
  apiScope: "scans",
  schema: { params: scanParams, response: scanSchema },
  errors: ["forbidden"],
});

export const deleteScan = defineEndpoint({
  method: "DELETE",
  url: "/api/scans/:scanId",
  access: "blueprint.edit",
  summary:
    "Removes a scan from the blueprint. You can restore it for 30 days. Published versions that show it keep it longer.",
  schema: { params: scanParams, response: z.object({ deleted: z.literal(true) }) },
  errors: ["forbidden"],
});

const removedScanSchema = z.object({
  id: scanIdSchema,
  fileName: z.string(),
  deletedAt: z.string(),
  /** Restorable until then. */
  removedAt: z.string(),
});
export type RemovedScan = z.infer<typeof removedScanSchema>;

export const listRemovedScans = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/removed-scans",
  access: "blueprint.edit",
  summary: "Removed scans that can still be restored, newest first.",
  schema: { params: blueprintParams, response: z.object({ scans: z.array(removedScanSchema) }) },
  errors: ["forbidden"],
});

export const restoreScan = defineEndpoint({
  method: "POST",
  url: "/api/scans/:scanId/restore",
  access: "blueprint.edit",
  summary: "Restores a removed scan. It counts towards storage again.",
  schema: { params: scanParams, response: scanSchema },
  errors: ["forbidden", "storage-quota-exceeded"],
});

const scanUploadSchema = z.object({
  /** Path and query for the storage protocol's commands. */
  sessionPath: z.string(),
  contentType: z.string(),
  /** Safely on the server's disk. */
  receivedBytes: z.number().int(),
  /** A request is sending data right now. */
  isReceiving: z.boolean(),
});
export type ScanUpload = z.infer<typeof scanUploadSchema>;

export const getScanUpload = defineEndpoint({
  method: "GET",
  url: "/api/scans/:scanId/upload",
  access: "blueprint.see",
  summary:
    "The unfinished upload of a scan, so any device can resume it. Null if there is none: never started, finished or too old.",
  apiScope: "scans",
  schema: {
    params: scanParams,
    response: z.object({ upload: scanUploadSchema.nullable() }),
  },
  errors: [],
});

export const getOriginalUrl = defineEndpoint({
  method: "GET",
  url: "/api/scans/:scanId/original-url",
  access: "original.download",
  summary: "A short-lived URL to download the original file, byte for byte, under its own name.",
  apiScope: "read",
  schema: { params: scanParams, response: z.object({ url: z.string() }) },
  errors: ["forbidden"],
});
