import { useThree } from "@react-three/fiber";
import { useEffect, useEffectEvent } from "react";
import { SceneStage } from "./scene-stage.ts";
import type { ToolStage } from "./tool-stage.ts";

/** Runs inside the canvas and hands the stage to the tools outside it. */
export function SceneStageProbe({
  pickAt,
  onStage,
}: {
  readonly pickAt: ToolStage["pickAt"];
  readonly onStage: (stage: ToolStage | null) => void;
}) {
  const camera = useThree((state) => state.camera);
  const canvas = useThree((state) => state.gl.domElement);
  const tell = useEffectEvent(onStage);
  const pick = useEffectEvent(pickAt);
  useEffect(() => {
    tell(new SceneStage(camera, canvas, (clientX, clientY) => pick(clientX, clientY)));
    return () => tell(null);
  }, [camera, canvas]);
  return null;
}
