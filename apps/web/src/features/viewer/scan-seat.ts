import type { Scene } from "three";
import type { LoadedScan } from "./loaders/loaded-scan.ts";
import type { SceneSession } from "./scene-session.ts";

/** A scan's place among what is drawn. What stands there stays until what follows it can be drawn. */
export class ScanSeat {
  readonly #scanId: string;
  readonly #scene: Scene;
  readonly #session: Pick<SceneSession, "addScan" | "removeScan">;
  #taken: LoadedScan | null = null;

  constructor(scanId: string, scene: Scene, session: Pick<SceneSession, "addScan" | "removeScan">) {
    this.#scanId = scanId;
    this.#scene = scene;
    this.#session = session;
  }

  /** Shows a loaded scan, in the same frame in which the one before it goes. Owns it from now on. */
  take(scan: LoadedScan): void {
    const before = this.#taken;
    this.#taken = scan;
    this.#scene.add(scan.object);
    this.#session.addScan(this.#scanId, scan);
    if (before !== null && before !== scan) this.#end(before);
  }

  /** Nothing of it is drawn any more. */
  leave(): void {
    if (this.#taken === null) return;
    this.#session.removeScan(this.#scanId);
    this.#end(this.#taken);
    this.#taken = null;
  }

  #end(scan: LoadedScan): void {
    this.#scene.remove(scan.object);
    scan.dispose();
  }
}
