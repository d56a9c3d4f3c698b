import type { Tile } from "3d-tiles-renderer/core";
import { toSpacingM } from "./point-size.ts";

/** The part of a tile that decides its point size. */
type DrawnTile = Pick<Tile, "geometricError"> & {
  readonly children?: readonly DrawnTile[];
  readonly traversal?: { readonly inFrustum: boolean };
};

/**
 * Measures the gap between neighbouring points for each drawn tile, metres. Children add points to their parent's.
 * Until every child in view is drawn, the parent's gap is its own spacing; from then on, it is the mean of its
 * children's gaps weighted by their points, because its own points lie among theirs.
 * @param countPoints of a drawn tile itself
 */
export function measureGaps<T extends DrawnTile>(
  drawn: ReadonlySet<T>,
  countPoints: (tile: T) => number,
): Map<T, number> {
  const known = new Map<DrawnTile, TileGap>();
  const measure = (tile: DrawnTile): TileGap => {
    const before = known.get(tile);
    if (before !== undefined) return before;
    const finer = listFiner(tile, drawn);
    const isFilled = finer.length > 0 && finer.every((child) => drawn.has(child as T));
    const inside = isFilled ? finer.map(measure) : [];
    const below = inside.reduce((sum, { points }) => sum + points, 0);
    const gapM =
      below === 0 ? toSpacingM(tile) : inside.reduce((sum, { gapM: own, points }) => sum + own * points, 0) / below;
    const gap = { gapM, points: below + countPoints(tile as T) };
    known.set(tile, gap);
    return gap;
  };
  return new Map([...drawn].map((tile) => [tile, measure(tile).gapM]));
}

interface TileGap {
  readonly gapM: number;
  /** Drawn points of the tile and of its descendants. */
  readonly points: number;
}

/** The children in view. A child that only references an external tileset is replaced by that tileset's tiles. */
function listFiner(tile: DrawnTile, drawn: ReadonlySet<DrawnTile>): DrawnTile[] {
  return (tile.children ?? [])
    .filter(({ traversal }) => traversal?.inFrustum !== false)
    .flatMap((child) => {
      const isStandIn = !drawn.has(child) && child.geometricError >= tile.geometricError && child.children?.length;
      return isStandIn ? listFiner(child, drawn) : [child];
    });
}
