import { useEffect, useState } from "react";
import type { ToolStage } from "./tool-stage.ts";

/** Rerenders the component when points move on the stage, at most once a frame. */
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
