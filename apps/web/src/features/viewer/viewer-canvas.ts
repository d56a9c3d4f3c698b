// The exports that draw a scene with three.js. Import them only from code that is itself loaded on demand.

export { MeasurementMeshes } from "./measure/measurement-meshes.tsx";
export { SceneCanvas } from "./scene/scene-canvas.tsx";
export type { SceneCanvasProps } from "./scene/scene-canvas-props.ts";
