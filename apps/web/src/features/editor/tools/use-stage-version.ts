import { useEffect, useState } from "react";
import type { ToolStage } from "./tool-stage.ts";

/** Draws the component again whenever places have moved on the stage, once a frame at most. */
export function useStageVersion(stage: ToolStage | null): void {
  const [, setVersion] = useState(-1);
  useEffect(() => {
    if (stage === null) return;
    let frame = 0;
    const look = () => {
      setVersion(stage.getVersion());
      frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [stage]);
}
