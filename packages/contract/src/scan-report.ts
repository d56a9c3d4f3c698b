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

/** Metres per unit; an unknown unit counts as metres. */
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
 * A person's answers about a file that does not specify these itself. They override every guess, but never what the
 * file declares.
 */
export const frameAnswersSchema = z.strictObject({
  unit: z.enum(["metre", "centimetre", "millimetre", "foot", "us-survey-foot", "inch"]).optional(),
  /** `-y`, where y points down, is an answer about splats only. */
  upAxis: z.enum(["y", "z", "-y"]).optional(),
  /** Of a plan: the full width of its first sheet in the building, metres. Takes precedence over the scale. */
  sheetWidthM: z.number().positive().max(20_000).optional(),
  /** Of a plan with a size on paper: 100 for 1:100. */
  drawingScale: z.number().positive().max(100_000).optional(),
});
export type FrameAnswers = z.infer<typeof frameAnswersSchema>;

/** The answer about the up axis of a file that holds no splats. */
export function toAnsweredUpAxis({ upAxis }: FrameAnswers): "y" | "z" | undefined {
  return upAxis === "-y" ? undefined : upAxis;
}

/** What headers and samples reveal about a file before any byte of it is sent. */
export const preflightReportSchema = z.object({
  kind: z.enum(scanKinds),
  format: scanFormatSchema,
  sizeBytes: z.number().int().nonnegative(),
  counts: scanCountsSchema,
  bounds: boundsSchema.optional(),
  unit: z.enum(lengthUnits),
  upAxis: z.enum(upAxes),
  /** Of a plan: the size of its first sheet on paper, metres. */
  paper: z.object({ widthM: z.number().positive(), heightM: z.number().positive() }).optional(),
  /** Of a panorama set: the source of its positions. */
  positions: z.enum(positionSources).optional(),
  warnings: z.array(scanWarningCodeSchema),
});
export type PreflightReport = z.infer<typeof preflightReportSchema>;

/** The area a plan's picture covers: the scene's x and z, metres. */
export const planExtentSchema = z.object({
  min: z.tuple([z.number(), z.number()]),
  max: z.tuple([z.number(), z.number()]),
});

/** A sheet cut into tiles: `<folder>/<level>/<x>_<y>.webp`; level 0 is one tile, the last level is full resolution. */
export const sheetTilesSchema = z.object({
  folder: z.string(),
  tilePx: z.number().int().positive(),
  levels: z.array(z.object({ widthPx: z.number().int().positive(), heightPx: z.number().int().positive() })).min(1),
});
export type SheetTiles = z.infer<typeof sheetTilesSchema>;

/** One panorama of a set: its pyramid, its eye position and the heading of its centre. */
export const standpointSchema = z.object({
  /** Its `panorama.json`, relative to the delivery folder. */
  path: z.string(),
  name: z.string(),
  /** Eye position: metres, y up, in the frame of the delivery's bounds. */
  position: vector3,
  /** Degrees clockwise from −z, seen from above. */
  heading: z.number(),
  /** False where the capture position is unknown: the position then only keeps it apart from the others. */
  isPlaced: z.boolean(),
});
export type Standpoint = z.infer<typeof standpointSchema>;

/** The parts of one level of detail, and the largest error among them. */
export const detailLevelSchema = z.object({
  /** Tiles, or nodes of a tree of splats. */
  parts: z.number().int().positive(),
  /** Metres. 0 where the parts of a mesh or of splats are the scan's own. */
  errorM: z.number().nonnegative(),
});
export type DetailLevel = z.infer<typeof detailLevelSchema>;

export const deliveredFileSchema = z.object({
  /** Relative to the delivery folder, forward slashes, no `..`. */
  path: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  sha256: z.string(),
  contentType: z.string(),
});

/** Written by a converter as `report.json` beside its files. Delivered geometry is in metres, y up, right-handed. */
export const scanReportSchema = z.object({
  kind: z.enum(scanKinds),
  format: scanFormatSchema,
  originalSha256: z.string(),
  counts: scanCountsSchema,
  /** Metres, y up, after subtracting `localOrigin`. */
  bounds: boundsSchema,
  unit: z.enum(lengthUnits),
  upAxis: z.enum(upAxes),
  /** Subtracted from the source's coordinates (source frame and units), kept exact. */
  localOrigin: vector3,
  /** Unit of the heights where it differs from the horizontal unit. */
  verticalUnit: z.enum(lengthUnits).optional(),
  /** Coordinate reference system as the file names it: `EPSG:32633`, with heights `EPSG:32633+5703`. */
  crs: z.string().optional(),
  warnings: z.array(scanWarningCodeSchema),
  durationMs: z.number().nonnegative(),
  delivery: z.object({
    form: z.enum(deliveryForms),
    /** The file a viewer opens first, one of `files`. */
    entry: z.string(),
    /** Files the first picture needs besides the entry; a page may prefetch them. */
    preload: z.array(z.string()).optional(),
    files: z.array(deliveredFileSchema),
    sizeBytes: z.number().int().nonnegative(),
  }),
  /** Rendered preview of the scan, one of `delivery.files`; 640 × 400 WebP. */
  preview: z.string(),
  /**
   * One picture per storey, lowest first, or per sheet of a plan in order: SVG or WebP that covers the extent, with x
   * and y along the scene's x and z; each is one of `delivery.files`.
   */
  plans: z
    .array(
      z.object({
        path: z.string(),
        /** Height of the floor, and of the section the picture shows; metres, y up. */
        floorM: z.number(),
        cutM: z.number(),
        extent: planExtentSchema,
        /** Name of the sheet where there are several. */
        label: z.string().optional(),
        /** True for a full-colour sheet: a picture, not line art drawn in the theme's ink. */
        isPicture: z.boolean().optional(),
        /** True where the sheet's real size is unknown and its extent is assumed. */
        isUnscaled: z.boolean().optional(),
        tiles: sheetTilesSchema.optional(),
      }),
    )
    .optional(),
  /** The panoramas of a set, in order; the first one's pyramid is the delivery's entry. */
  panoramas: z.array(standpointSchema).min(1).optional(),
  /**
   * How far each level of detail is from the scan, coarsest first. Of meshes: the largest measured error of its tiles. Of
   * point clouds: the widest gap between neighbouring points of a tile. Of splats: the largest distance between a splat and
   * those of the scan that it stands for, by centres and outlines. Absent for other kinds, and in deliveries made before it
   * was written down.
   */
  detail: z.array(detailLevelSchema).min(1).optional(),
  /** A good initial view: camera position and target, metres, y up. */
  startView: z.object({ position: vector3, target: vector3 }),
});
export type ScanReport = z.infer<typeof scanReportSchema>;

/** Where the origin of a delivered scan lies in its source frame. */
export const georeferenceSchema = z.object({
  /** Null where the file does not name its coordinate reference system. */
  crs: z.string().nullable(),
  /** Metres along the delivered axes; for a map projection: east, height, negated north. Exact doubles. */
  origin: vector3,
});
export type Georeference = z.infer<typeof georeferenceSchema>;

/** Undefined for scans near their own origin that name no system: they have no location. */
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
  // Subtract from zero rather than negate: −0 is not a valid coordinate.
  const origin: Georeference["origin"] =
    upAxis === "z"
      ? [x * level, z * upright, 0 - y * level]
      : upAxis === "y"
        ? [x * level, y * upright, z * level]
        : [0 - x * level, 0 - y * upright, z * level];
  return { crs: crs ?? null, origin };
}

/** One step of a conversion, as shown to the person waiting. */
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
  /** Of the whole conversion, 0–1; never decreases within one attempt. */
  fraction: z.number().min(0).max(1),
  /** Estimated from the progress of this attempt; absent while unknown. */
  secondsLeft: z.number().nonnegative().optional(),
});
export type ConversionProgress = z.infer<typeof conversionProgressSchema>;
