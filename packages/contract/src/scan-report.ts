import { z } from "zod";
import { deliveryForms, positionSources, type ScanFormat, scanFormats, scanKinds } from "./scan-formats.ts";
import { type ScanProblemCode, type ScanWarningCode, scanProblems, scanWarnings } from "./scan-problems.ts";

const keysOf = <T extends string>(table: Record<T, unknown>) => Object.keys(table) as [T, ...T[]];

export const scanFormatSchema = z.enum(keysOf<ScanFormat>(scanFormats));
export const scanProblemCodeSchema = z.enum(keysOf<ScanProblemCode>(scanProblems));
export const scanWarningCodeSchema = z.enum(keysOf<ScanWarningCode>(scanWarnings));

const vector3 = z.tuple([z.number(), z.number(), z.number()]);

/** Axis-aligned bounding box. In a preflight: the file's own frame and units; in a report: metres, y up. */
export const boundsSchema = z.object({ min: vector3, max: vector3 });
export type Bounds = z.infer<typeof boundsSchema>;

export const scanCountsSchema = z.object({
  vertices: z.number().int().nonnegative().optional(),
  triangles: z.number().int().nonnegative().optional(),
  points: z.number().int().nonnegative().optional(),
  splats: z.number().int().nonnegative().optional(),
  textures: z.number().int().nonnegative().optional(),
  pages: z.number().int().nonnegative().optional(),
  panoramas: z.number().int().nonnegative().optional(),
  layers: z.number().int().nonnegative().optional(),
  lines: z.number().int().nonnegative().optional(),
  widthPx: z.number().int().positive().optional(),
  heightPx: z.number().int().positive().optional(),
});
export type ScanCounts = z.infer<typeof scanCountsSchema>;

export const lengthUnits = ["metre", "centimetre", "millimetre", "foot", "us-survey-foot", "inch", "unknown"] as const;
export type LengthUnit = (typeof lengthUnits)[number];
export const upAxes = ["y", "z", "-y"] as const;
export type UpAxis = (typeof upAxes)[number];

/** Metres in one of a unit; what says none is taken for metres. */
export const metresPerUnit: Record<LengthUnit, number> = {
  metre: 1,
  centimetre: 0.01,
  millimetre: 0.001,
  foot: 0.3048,
  "us-survey-foot": 1200 / 3937,
  inch: 0.0254,
  unknown: 1,
};

/**
 * What a person said of a file that does not say it itself. It counts before anything that is guessed, and never against
 * what the file declares.
 */
export const frameAnswersSchema = z.strictObject({
  unit: z.enum(["metre", "centimetre", "millimetre", "foot", "us-survey-foot", "inch"]).optional(),
  upAxis: z.enum(["y", "z"]).optional(),
  /** Of a plan: the whole width of its first sheet in the building, metres. Counts before the scale. */
  sheetWidthM: z.number().positive().max(20_000).optional(),
  /** Of a plan with a size on paper: 100 for 1:100. */
  drawingScale: z.number().positive().max(100_000).optional(),
});
export type FrameAnswers = z.infer<typeof frameAnswersSchema>;

/** What a look at headers and samples tells about a file, before a byte of it is sent. */
export const preflightReportSchema = z.object({
  kind: z.enum(scanKinds),
  format: scanFormatSchema,
  sizeBytes: z.number().int().nonnegative(),
  counts: scanCountsSchema,
  bounds: boundsSchema.optional(),
  unit: z.enum(lengthUnits),
  upAxis: z.enum(upAxes),
  /** Of a plan: how large its first sheet is on paper, metres. */
  paper: z.object({ widthM: z.number().positive(), heightM: z.number().positive() }).optional(),
  /** Of a set of panoramas: where their positions come from. */
  positions: z.enum(positionSources).optional(),
  warnings: z.array(scanWarningCodeSchema),
});
export type PreflightReport = z.infer<typeof preflightReportSchema>;

/** What a plan's picture spans: the scene's x and z, metres. */
export const planExtentSchema = z.object({
  min: z.tuple([z.number(), z.number()]),
  max: z.tuple([z.number(), z.number()]),
});

/** A sheet cut into tiles: `<folder>/<level>/<x>_<y>.webp`, level 0 one tile, the last one the whole resolution. */
export const sheetTilesSchema = z.object({
  folder: z.string(),
  tilePx: z.number().int().positive(),
  levels: z.array(z.object({ widthPx: z.number().int().positive(), heightPx: z.number().int().positive() })).min(1),
});
export type SheetTiles = z.infer<typeof sheetTilesSchema>;

/** One of a set of panoramas: its own pyramid, where its eye is and where the middle of its picture looks. */
export const standpointSchema = z.object({
  /** Its `panorama.json`, relative to the delivery folder. */
  path: z.string(),
  name: z.string(),
  /** Of the eye: metres, y up, as the delivery's bounds. */
  position: vector3,
  /** Degrees clockwise from −z, seen from above. */
  heading: z.number(),
  /** False where nobody knows where it was taken: then its position only keeps it apart from the others. */
  isPlaced: z.boolean(),
});
export type Standpoint = z.infer<typeof standpointSchema>;

export const deliveredFileSchema = z.object({
  /** Relative to the delivery folder, forward slashes, no `..`. */
  path: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  sha256: z.string(),
  contentType: z.string(),
});

/** Written by a converter as `report.json` beside its files. Geometry is delivered in metres, y up, right-handed. */
export const scanReportSchema = z.object({
  kind: z.enum(scanKinds),
  format: scanFormatSchema,
  originalSha256: z.string(),
  counts: scanCountsSchema,
  /** Metres, y up, after `localOrigin` was taken away. */
  bounds: boundsSchema,
  unit: z.enum(lengthUnits),
  upAxis: z.enum(upAxes),
  /** What was subtracted from the source's coordinates (source frame and units), kept exact. */
  localOrigin: vector3,
  /** Unit of the heights where a reference system measures them differently. */
  verticalUnit: z.enum(lengthUnits).optional(),
  /** The map projection the coordinates are of, as the file names it: `EPSG:32633`, with heights `EPSG:32633+5703`. */
  crs: z.string().optional(),
  warnings: z.array(scanWarningCodeSchema),
  durationMs: z.number().nonnegative(),
  delivery: z.object({
    form: z.enum(deliveryForms),
    /** The file a viewer opens first, one of `files`. */
    entry: z.string(),
    /** Files that the first picture needs besides the entry: a page may fetch them at once. */
    preload: z.array(z.string()).optional(),
    files: z.array(deliveredFileSchema),
    sizeBytes: z.number().int().nonnegative(),
  }),
  /** A picture of the scan itself, one of `delivery.files`; 640 × 400 WebP. */
  preview: z.string(),
  /**
   * One picture for each storey, lowest first, or for each sheet of a plan in its order: SVG or WebP that spans the extent,
   * x and y as the scene's x and z; each one of `delivery.files`.
   */
  plans: z
    .array(
      z.object({
        path: z.string(),
        /** Height of the floor, and of the cut that the picture shows; metres, y up. */
        floorM: z.number(),
        cutM: z.number(),
        extent: planExtentSchema,
        /** What the sheet is called where it is one of several. */
        label: z.string().optional(),
        /** True for a sheet with colours of its own: a picture, not lines to be drawn in the theme's ink. */
        isPicture: z.boolean().optional(),
        /** True where nobody knows how large the sheet is in the building: its extent is assumed. */
        isUnscaled: z.boolean().optional(),
        tiles: sheetTilesSchema.optional(),
      }),
    )
    .optional(),
  /** The panoramas of a set, in its order; the first one's pyramid is the delivery's entry. */
  panoramas: z.array(standpointSchema).min(1).optional(),
  /** Where a first look is good: camera position and what it looks at, metres, y up. */
  startView: z.object({ position: vector3, target: vector3 }),
});
export type ScanReport = z.infer<typeof scanReportSchema>;

/** Where the zero point of a delivered scan lies in the frame of its source. */
export const georeferenceSchema = z.object({
  /** Null where the file does not name the system of its coordinates. */
  crs: z.string().nullable(),
  /** Metres along the delivered axes: of a map projection east, height and minus north. Doubles, exact. */
  origin: vector3,
});
export type Georeference = z.infer<typeof georeferenceSchema>;

/** Undefined for scans that lie near their own zero and name no system: they are nowhere in particular. */
export function toGeoreference({
  crs,
  localOrigin,
  unit,
  verticalUnit = unit,
  upAxis,
}: Pick<ScanReport, "crs" | "localOrigin" | "unit" | "verticalUnit" | "upAxis">): Georeference | undefined {
  if (crs === undefined && localOrigin.every((value) => value === 0)) return undefined;
  const [x, y, z] = localOrigin;
  const level = metresPerUnit[unit];
  const upright = metresPerUnit[verticalUnit];
  // Zero is taken away from rather than negated: −0 is no coordinate.
  const origin: Georeference["origin"] =
    upAxis === "z"
      ? [x * level, z * upright, 0 - y * level]
      : upAxis === "y"
        ? [x * level, y * upright, z * level]
        : [0 - x * level, 0 - y * upright, z * level];
  return { crs: crs ?? null, origin };
}

/** One step of a conversion as the person waiting sees it. */
export const conversionStages = [
  "checking",
  "reading",
  "optimising",
  "tiling",
  "textures",
  "preview",
  "writing",
] as const;
export type ConversionStage = (typeof conversionStages)[number];

export const conversionProgressSchema = z.object({
  stage: z.enum(conversionStages),
  /** Of the whole conversion, 0–1, never falling within one attempt. */
  fraction: z.number().min(0).max(1),
  /** Estimated from what was done so far in this attempt; absent while unknown. */
  secondsLeft: z.number().nonnegative().optional(),
});
export type ConversionProgress = z.infer<typeof conversionProgressSchema>;
