import { Scene, WebGLRenderer } from "three";
import type { ViewerScan } from "./scene.ts";
import { addLights } from "./scene-lights.ts";

/** The browser or device doesn't support WebGL 2. */
export class WebGlMissingError extends Error {
  constructor() {
    super("WebGL 2 is not available.");
    this.name = "WebGlMissingError";
  }
}

/** A canvas with its renderer and scene: the lights, and the scans as they load. */
export interface SceneStage {
  readonly canvas: HTMLCanvasElement;
  readonly renderer: WebGLRenderer;
  readonly scene: Scene;
}

/** @throws WebGlMissingError */
export function createStage(scans: readonly ViewerScan[]): SceneStage {
  const canvas = document.createElement("canvas");
  canvas.style.display = "block";
  const attributes = {
    canvas,
    alpha: true,
    // Antialiasing costs much for splats and points and gains nothing: they have no polygon edges.
    antialias: scans.every(({ kind }) => kind === "mesh"),
    powerPreference: "high-performance" as const,
  };
  // Requested before three.js, which would log the failure as its own error.
  const context = canvas.getContext("webgl2", { ...attributes, premultipliedAlpha: true });
  if (context === null) throw new WebGlMissingError();
  const renderer = new WebGLRenderer({ ...attributes, context });
  const scene = new Scene();
  addLights(scene);
  return { canvas, renderer, scene };
}
