// The screens of a published place.

export { ClosedPlace } from "./place/closed-place.tsx";
export { TextVersion } from "./place/text-version.tsx";
export { VisitorScreen } from "./place/visitor-screen.tsx";
export { VisitorScene } from "./visit/visitor-scene.tsx";
