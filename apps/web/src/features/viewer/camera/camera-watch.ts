import type { CameraPose } from "../scene/scene.ts";

// Enough for a map beside the scene, which renders again with each reading.
const everyMs = 100;

/** Reports the camera's pose to what is shown beside the scene: as it moves, at most ten times a second. */
export class CameraWatch {
  #pose: CameraPose | null = null;
  #told: CameraPose | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  /** Notes that the camera moved. */
  readonly note = (pose: CameraPose): void => {
    this.#pose = pose;
    if (this.#timer === undefined) this.#tell();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The camera's last reported pose; null before the first. */
  readonly read = (): CameraPose | null => this.#told;

  #tell(): void {
    this.#told = this.#pose;
    for (const listener of this.#listeners) listener();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#pose !== this.#told) this.#tell();
    }, everyMs);
  }
}
