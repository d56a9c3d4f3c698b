import type { Scene } from "three";
import type { LoadedScan } from "../loaders/loaded-scan.ts";
import type { LiveScene } from "../scene/live-scene.ts";
import type { VolumeBox } from "../volumes/volume-boxes.ts";
import type { ScanPlacement } from "./scan-placement.ts";

/** A scan's slot in the scene. Its content stays until the replacement can be drawn. */
export class ScanSlot {
  readonly #scanId: string;
  readonly #scene: Scene;
  readonly #live: Pick<LiveScene, "addScan" | "removeScan">;
  #taken: LoadedScan | null = null;

  constructor(scanId: string, scene: Scene, live: Pick<LiveScene, "addScan" | "removeScan">) {
    this.#scanId = scanId;
    this.#scene = scene;
    this.#live = live;
  }

  /** Shows a loaded scan and removes the previous one in the same frame. Takes ownership of it. */
  take(scan: LoadedScan): void {
    const before = this.#taken;
    this.#taken = scan;
    this.#scene.add(scan.object);
    this.#live.addScan(this.#scanId, scan);
    if (before !== null && before !== scan) this.#end(before);
  }

  /** Moves the scan and hides what the volumes hide. A form that can't be moved has to be loaded again. */
  place(placement: ScanPlacement, boxes: readonly VolumeBox[]): void {
    this.#taken?.move?.(placement);
    this.#taken?.clip?.(boxes);
  }

  /** Removes the scan from the scene. */
  leave(): void {
    if (this.#taken === null) return;
    this.#live.removeScan(this.#scanId);
    this.#end(this.#taken);
    this.#taken = null;
  }

  #end(scan: LoadedScan): void {
    this.#scene.remove(scan.object);
    scan.dispose();
  }
}
