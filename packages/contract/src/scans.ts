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
  scanFormatSchema,
  scanProblemCodeSchema,
  scanReportSchema,
  sheetTilesSchema,
  standpointSchema,
} from "./scan-report.ts";
import { fileNameSchema } from "./text.ts";

export const scanStates = ["uploading", "queued", "processing", "ready", "failed", "cancelled"] as const;
export type ScanState = (typeof scanStates)[number];

/** One storey seen from above, or one sheet of a plan. The picture spans the extent: x and y as the scene's x and z. */
export const scanPlanSchema = z.object({
  url: z.string(),
  /** Height of the floor, metres, y up. */
  floorM: z.number(),
  extent: planExtentSchema,
  label: z.string().optional(),
  /** It has colours of its own; otherwise it is drawn in the theme's ink. */
  isPicture: z.boolean().optional(),
  /** Lengths on it mean nothing. */
  isUnscaled: z.boolean().optional(),
  /** More of it than the picture at `url` shows: `<baseUrl><level>/<x>_<y>.webp`. */
  tiles: sheetTilesSchema.omit({ folder: true }).extend({ baseUrl: z.string() }).optional(),
});
export type ScanPlan = z.infer<typeof scanPlanSchema>;

/** What a viewer needs to show a ready scan. Addresses hold a short-lived capability. */
export const scanDeliverySchema = z.object({
  form: z.enum(deliveryForms),
  /** Files of the delivery are relative to this address. */
  entryUrl: z.string(),
  /** What the first picture needs besides: a page may ask for it at once. */
  preloadUrls: z.array(z.string()).optional(),
  previewUrl: z.string(),
  bounds: boundsSchema,
  startView: scanReportSchema.shape.startView,
  /** Absent for scans that are nowhere in particular. */
  georeference: georeferenceSchema.optional(),
  /** Where the zero of the blueprint's frame lies, the same for all its scans; absent until one knows. */
  frameOrigin: georeferenceSchema.optional(),
  /** Lowest storey first; empty where none was found. */
  plans: z.array(scanPlanSchema),
  /** Of a set of panoramas: all of it, the one at `entryUrl` first. Paths replace the entry's last two segments. */
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
  /** Where the bytes go: `name` for the storage protocol. */
  uploadName: z.string(),
  progress: conversionProgressSchema.nullable(),
  problem: scanProblemCodeSchema.nullable(),
  /** What the file says of itself, and what it leaves open. */
  preflight: preflightReportSchema,
  /** What a person answered to that. */
  frame: frameAnswersSchema,
  report: scanReportSchema.omit({ delivery: true }).nullable(),
  /** Also while the scan is converted once more: the version from before is shown until the new one is ready. */
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
  summary: "Announces a file; storage is checked before a byte is sent. Then upload it to `uploadName`.",
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
 * current state of all is sent first, so a reconnect misses nothing. Event `scan-deleted` carries `{ id }`.
 */
export const scanEventsUrl = "/api/blueprints/:blueprintId/scan-events";

export const retryScan = defineEndpoint({
  method: "POST",
  url: "/api/scans/:scanId/retry",
  access: "scan.upload",
  summary: "Converts a failed or cancelled scan again from its kept original.",
  apiScope: "scans",
  schema: { params: scanParams, response: scanSchema },
  errors: ["forbidden", "scan-not-retryable"],
});

export const answerScanFrame = defineEndpoint({
  method: "PUT",
  url: "/api/scans/:scanId/frame",
  access: "scan.upload",
  summary:
    "Says unit, up axis or scale of an uploaded scan anew and converts it once more from its kept original. What is shown stays until then.",
  apiScope: "scans",
  schema: { params: scanParams, body: frameAnswersSchema, response: scanSchema },
  errors: ["forbidden", "scan-not-retryable", "blueprint-archived"],
});

export const cancelScan = defineEndpoint({
  method: "POST",
  url: "/api/scans/:scanId/cancel",
  access: "scan.upload",
  summary: "Stops an upload or a conversion at once. A complete original is kept.",
  apiScope: "scans",
  schema: { params: scanParams, response: scanSchema },
  errors: ["forbidden"],
});

export const deleteScan = defineEndpoint({
  method: "DELETE",
  url: "/api/scans/:scanId",
  access: "blueprint.edit",
  summary:
    "Takes a scan out of the blueprint; for 30 days it can be restored. Frozen versions that show it keep it longer.",
  schema: { params: scanParams, response: z.object({ deleted: z.literal(true) }) },
  errors: ["forbidden"],
});

const removedScanSchema = z.object({
  id: scanIdSchema,
  fileName: z.string(),
  deletedAt: z.string(),
  /** Until then it can be restored. */
  removedAt: z.string(),
});
export type RemovedScan = z.infer<typeof removedScanSchema>;

export const listRemovedScans = defineEndpoint({
  method: "GET",
  url: "/api/blueprints/:blueprintId/removed-scans",
  access: "blueprint.edit",
  summary: "Scans that were taken out of a blueprint and can still be restored, the latest first.",
  schema: { params: blueprintParams, response: z.object({ scans: z.array(removedScanSchema) }) },
  errors: ["forbidden"],
});

export const restoreScan = defineEndpoint({
  method: "POST",
  url: "/api/scans/:scanId/restore",
  access: "blueprint.edit",
  summary: "Brings a removed scan back as it was. Its storage is counted again.",
  schema: { params: scanParams, response: scanSchema },
  errors: ["forbidden", "storage-quota-exceeded"],
});

const scanUploadSchema = z.object({
  /** Path and query for the storage protocol's commands. */
  sessionPath: z.string(),
  contentType: z.string(),
  /** Safely on the server's disk. */
  receivedBytes: z.number().int(),
  /** Somebody is sending at this moment. */
  isReceiving: z.boolean(),
});
export type ScanUpload = z.infer<typeof scanUploadSchema>;

export const getScanUpload = defineEndpoint({
  method: "GET",
  url: "/api/scans/:scanId/upload",
  access: "blueprint.see",
  summary:
    "The unfinished upload of a scan, so that any device can go on with it. Null when there is none: never begun, finished, or too old.",
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
  summary: "A short-lived address to download the original file, byte for byte, under its own name.",
  apiScope: "read",
  schema: { params: scanParams, response: z.object({ url: z.string() }) },
  errors: ["forbidden"],
});
