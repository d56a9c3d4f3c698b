import type { RefObject } from "react";
import { type CameraWatch, type SceneHandle, StoreyPanel } from "../../viewer/viewer.ts";
import type { useEditorStoreys } from "../tools/plan-view/use-editor-storeys.ts";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";

/** The storeys beside the 3D view, while no panel of a tool needs the room. */
export function CanvasStoreys({
  camera,
  cut: { storeyPlans, storeys },
  sceneRef,
}: {
  readonly camera: CameraWatch;
  readonly cut: ReturnType<typeof useEditorStoreys>;
  readonly sceneRef: RefObject<SceneHandle | null>;
}) {
  const { store } = useEditorRoom();
  const mode = useEditor((state) => state.mode);
  const isAligning = useEditor((state) => state.tool === "align");
  if (isAligning) return null;
  return (
    <div className="pointer-events-none absolute top-28 right-3 z-10 md:top-16">
      <StoreyPanel
        camera={camera}
        view={mode}
        storeyPlans={storeyPlans}
        storeys={storeys}
        planStorey={0}
        onGoTo={(floorPoint) => sceneRef.current?.walkNear(floorPoint)}
        onOpenPlan={() => store.setState({ view: "plan" })}
      />
    </div>
  );
}
