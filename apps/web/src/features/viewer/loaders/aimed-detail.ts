import type { Tile } from "3d-tiles-renderer/core";
import type { Matrix4, Ray } from "three";

/** How much of a tile is wanted, as the tiles' renderer asks for it. */
interface TileDemand {
  inView: boolean;
  /** Pixels. */
  error: number;
  distance: number;
}

type BoundedTile = Pick<Tile, "geometricError"> & {
  readonly engineData?: { readonly boundingVolume?: { intersectsRay(ray: Ray): boolean } };
};

/** Asks for the finest tiles along a ray: somebody points at what lies there. */
export class AimedDetail {
  #ray: Ray | null = null;

  /** @param ray in the frame of the tileset; null asks for nothing */
  aim(ray: Ray | null): void {
    this.#ray = ray;
  }

  /** @returns whether it changed the demand */
  demand(tile: BoundedTile, demand: TileDemand): boolean {
    if (this.#ray === null || !meetsTile(tile, this.#ray)) return false;
    Object.assign(demand, { inView: true, error: tile.geometricError > 0 ? Number.POSITIVE_INFINITY : 0, distance: 0 });
    return true;
  }
}

/** Whether a ray of the tileset's frame may meet something of a tile or of its descendants. */
export function meetsTile({ engineData }: BoundedTile, ray: Ray): boolean {
  return engineData?.boundingVolume?.intersectsRay(ray) ?? true;
}

/** @param placed of the tileset in the scene */
export function toTilesetRay(ray: Ray, placed: Matrix4): Ray {
  return ray.clone().applyMatrix4(placed.clone().invert());
}
