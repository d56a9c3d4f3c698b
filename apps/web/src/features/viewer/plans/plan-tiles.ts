import type { PixelSize, PlanExtent, PlanWindow } from "./plan-window.ts";

export interface SheetTiles {
  readonly baseUrl: string;
  readonly tilePx: number;
  readonly levels: readonly { readonly widthPx: number; readonly heightPx: number }[];
}

export interface PlanTile {
  readonly url: string;
  /** Position in the sheet, as fractions of its width and height. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A sanity limit: a large screen shows some fifty tiles of about 500 pixels. */
const tilesMax = 160;

/**
 * Visible tiles of a sheet, in the level that matches the screen's resolution. None while the overview is sharp enough.
 * @param overviewPx pixels of the overview's longer side
 */
export function listPlanTiles(
  { extent, tiles }: { readonly extent: PlanExtent; readonly tiles?: SheetTiles | undefined },
  window: PlanWindow,
  size: PixelSize,
  pixelRatio: number,
  overviewPx = 2048,
): PlanTile[] {
  if (tiles === undefined) return [];
  const [widthM, heightM] = [extent.max[0] - extent.min[0], extent.max[1] - extent.min[1]];
  const neededPx = Math.max(widthM, heightM) * window.pxPerM * pixelRatio;
  if (neededPx <= overviewPx) return [];
  const { tilePx, levels, baseUrl } = tiles;
  const longest = ({ widthPx, heightPx }: (typeof levels)[number]) => Math.max(widthPx, heightPx);
  const found = levels.findIndex((level) => longest(level) >= neededPx);
  const level = found < 0 ? levels.length - 1 : found;
  const { widthPx, heightPx } = levels[level]!;
  const range = (from: number, to: number, sidePx: number, sideM: number) => {
    const last = Math.ceil(sidePx / tilePx) - 1;
    const toTile = (metres: number) => Math.floor(((metres / sideM) * sidePx) / tilePx);
    return [Math.max(0, toTile(from)), Math.min(last, toTile(to))] as const;
  };
  const [halfX, halfZ] = [size.width / 2 / window.pxPerM, size.height / 2 / window.pxPerM];
  const [x, z] = [window.x - extent.min[0], window.z - extent.min[1]];
  const [firstColumn, lastColumn] = range(x - halfX, x + halfX, widthPx, widthM);
  const [firstRow, lastRow] = range(z - halfZ, z + halfZ, heightPx, heightM);
  const listed: PlanTile[] = [];
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn && listed.length < tilesMax; column++) {
      listed.push({
        url: `${baseUrl}${level}/${column}_${row}.webp`,
        left: (column * tilePx) / widthPx,
        top: (row * tilePx) / heightPx,
        width: Math.min(tilePx, widthPx - column * tilePx) / widthPx,
        height: Math.min(tilePx, heightPx - row * tilePx) / heightPx,
      });
    }
  }
  return listed;
}
