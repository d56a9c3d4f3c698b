import { DirectionalLight, HemisphereLight, Scene, WebGLRenderer } from "three";
import { groundLight, skyLight } from "./light-tokens.ts";
import type { ViewerScan } from "./viewer.ts";

/** This browser or machine draws no WebGL 2. */
export class WebGlMissingError extends Error {
  constructor() {
    super("WebGL 2 is not available.");
    this.name = "WebGlMissingError";
  }
}

/** A canvas with what draws on it and what is drawn: the lights, and the scans as they come. */
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
    // Smoothing edges costs splats and points much and gives them nothing: theirs are drawn, not cut.
    antialias: scans.every(({ kind }) => kind === "mesh"),
    powerPreference: "high-performance" as const,
  };
  // Asked first without three.js, which would log the failure as an error of its own.
  const context = canvas.getContext("webgl2", { ...attributes, premultipliedAlpha: true });
  if (context === null) throw new WebGlMissingError();
  const renderer = new WebGLRenderer({ ...attributes, context });
  const scene = new Scene();
  const sun = new DirectionalLight(undefined, 1.2);
  sun.position.set(3, 8, 5);
  scene.add(new HemisphereLight(skyLight, groundLight, 1.15), sun);
  return { canvas, renderer, scene };
}
