// Starts loading a scene before its screen renders, for pages that know early that they will show one.

export { takeEmbeddedPlace } from "./first-picture/embedded-place.ts";
export { importSceneCanvas, preloadFirstPicture } from "./first-picture/preload-scene.ts";
export { publishedBlueprintQuery } from "./place/published.queries.ts";
export type { VisitorSearch } from "./place/visitor-search.ts";
