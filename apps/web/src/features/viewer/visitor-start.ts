// The code that a visitor's page runs before React. Everything imported here delays the first picture.

export { showCoarsePoints } from "./first-picture/coarse-points.ts";
export { readEmbeddedPlace } from "./first-picture/embedded-place.ts";
export { importSceneCanvas } from "./first-picture/preload-scene.ts";
export { showScreenFailure } from "./first-picture/screen-failure.ts";
export { findLinkedStart, type LinkedStart, showsFirstScan } from "./sharing/linked-start.ts";

/** Loads three.js with the code of the first picture. The page names its files in advance, so they arrive together. */
export const importFirstPicture = () => import("./first-picture/first-picture.ts");
