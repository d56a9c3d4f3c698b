import type { Vector3 } from "@blueprint/scene/vector";
import type { PixelSize, PlanWindow } from "../../../viewer/viewer.ts";
import type { SightLine } from "../sight-line.ts";
import type { ScreenPoint, StagePoint, ToolStage } from "../tool-stage.ts";

/** A floor plan as a stage for tools: the view is straight down, and everything lies at the floor's height. */
export class PlanStage implements ToolStage {
  readonly kind = "plan";
  readonly #element: Element;
  #window: PlanWindow = { x: 0, z: 0, pxPerM: 1 };
  #size: PixelSize = { width: 1, height: 1 };
  #level = 0;
  #version = 0;

  constructor(element: Element) {
    this.#element = element;
  }

  /** Sets the visible part of the plan and the height of its floor in metres. */
  show(window: PlanWindow, size: PixelSize, level: number): void {
    this.#window = window;
    this.#size = size;
    this.#level = level;
    this.#version += 1;
  }

  getVersion(): number {
    return this.#version;
  }

  toScreen([x, , z]: Vector3): ScreenPoint {
    const { x: middleX, z: middleZ, pxPerM } = this.#window;
    return {
      x: this.#size.width / 2 + (x - middleX) * pxPerM,
      y: this.#size.height / 2 + (z - middleZ) * pxPerM,
    };
  }

  sightAt(clientX: number, clientY: number): SightLine {
    const [x, z] = this.#toMetres(clientX, clientY);
    // From far above, so that no level of the building is behind the camera.
    return { origin: [x, 100_000, z], direction: [0, -1, 0] };
  }

  pickAt(clientX: number, clientY: number): StagePoint {
    const [x, z] = this.#toMetres(clientX, clientY);
    return { point: [x, this.#level, z], normal: [0, 1, 0], scanId: null, errorM: 0 };
  }

  #toMetres(clientX: number, clientY: number): readonly [x: number, z: number] {
    const box = this.#element.getBoundingClientRect();
    const { x, z, pxPerM } = this.#window;
    return [x + (clientX - box.left - box.width / 2) / pxPerM, z + (clientY - box.top - box.height / 2) / pxPerM];
  }
}
