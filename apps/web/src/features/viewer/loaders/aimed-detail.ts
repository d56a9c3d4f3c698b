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

/** Requests the finest tiles along a ray, where the user points. */
export class AimedDetail {
  #ray: Ray | null = null;

  /** @param ray in the frame of the tileset; null requests nothing */
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

/** Whether a ray in the tileset's frame may hit a tile or one of its descendants. */
export function meetsTile({ engineData }: BoundedTile, ray: Ray): boolean {
  return engineData?.boundingVolume?.intersectsRay(ray) ?? true;
}

/** @param placed the tileset's world matrix */
export function toTilesetRay(ray: Ray, placed: Matrix4): Ray {
  return ray.clone().applyMatrix4(placed.clone().invert());
}
