import { ImmersiveButtons } from "../xr/immersive-buttons.tsx";
import { useVisit } from "./visit.ts";

/** Ways into a headset, once there is a scene to enter. */
export function VisitImmersive() {
  const { state, view, sceneRef } = useVisit();
  return view.isSceneShown ? <ImmersiveButtons sceneRef={sceneRef} inside={state.immersive} /> : null;
}
