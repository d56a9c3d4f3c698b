import type { Vector3 } from "@blueprint/scene/vector";
import { type Camera, Vector3 as ThreeVector3 } from "three";
import type { SightLine } from "./sight-line.ts";
import type { ScreenPoint, StagePoint, ToolStage } from "./tool-stage.ts";

/** The 3D view as a stage for tools. */
export class SceneStage implements ToolStage {
  readonly kind = "scene";
  readonly pickAt: (clientX: number, clientY: number) => StagePoint | null;
  readonly #camera: Camera;
  readonly #canvas: HTMLCanvasElement;
  readonly #seen: number[] = [];
  readonly #point = new ThreeVector3();
  #version = 0;

  constructor(camera: Camera, canvas: HTMLCanvasElement, pickAt: ToolStage["pickAt"]) {
    this.#camera = camera;
    this.#canvas = canvas;
    this.pickAt = pickAt;
  }

  getVersion(): number {
    const { clientWidth, clientHeight } = this.#canvas;
    const now = [
      ...this.#camera.matrixWorld.elements,
      ...this.#camera.projectionMatrix.elements,
      clientWidth,
      clientHeight,
    ];
    if (now.some((value, index) => value !== this.#seen[index])) {
      now.forEach((value, index) => {
        this.#seen[index] = value;
      });
      this.#version += 1;
    }
    return this.#version;
  }

  toScreen([x, y, z]: Vector3): ScreenPoint | null {
    const point = this.#point.set(x, y, z).applyMatrix4(this.#camera.matrixWorldInverse);
    if (point.z >= 0) return null;
    point.applyMatrix4(this.#camera.projectionMatrix);
    const { clientWidth, clientHeight } = this.#canvas;
    return { x: ((point.x + 1) / 2) * clientWidth, y: ((1 - point.y) / 2) * clientHeight };
  }

  sightAt(clientX: number, clientY: number): SightLine {
    const box = this.#canvas.getBoundingClientRect();
    const origin = new ThreeVector3().setFromMatrixPosition(this.#camera.matrixWorld);
    const through = new ThreeVector3(
      ((clientX - box.left) / box.width) * 2 - 1,
      1 - ((clientY - box.top) / box.height) * 2,
      0.5,
    ).unproject(this.#camera);
    return { origin: origin.toArray(), direction: through.sub(origin).normalize().toArray() };
  }
}
