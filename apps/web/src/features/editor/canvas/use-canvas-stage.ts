import { useEffect, useRef, useState } from "react";
import { applyPlacements, type ViewerScan } from "../../viewer/viewer.ts";
import { chooseTool } from "../editor.store.ts";
import { toSimilarity } from "../tools/align/with-placements.ts";
import type { ToolStage } from "../tools/tool-stage.ts";
import { useEditor, useEditorRoom } from "../use-editor-room.ts";

/** Tells the editor what is on the canvas: its scans, and the stage that tools point at. */
export function useCanvasStage(scans: readonly ViewerScan[]): {
  /** Null while the plan is closed. */
  readonly planStage: ToolStage | null;
  readonly setPlanStage: (stage: ToolStage | null) => void;
  readonly setSceneStage: (stage: ToolStage | null) => void;
} {
  const { store, connection } = useEditorRoom();
  const view = useEditor((state) => state.view);
  const sceneStage = useRef<ToolStage | null>(null);
  const [planStage, setPlanStage] = useState<ToolStage | null>(null);
  useEffect(() => {
    store.setState({
      scanKinds: new Map(scans.map(({ id, kind }) => [id, kind])),
      ownPlacements: new Map(applyPlacements(scans).map(({ id, placement }) => [id, toSimilarity(placement)])),
    });
  }, [store, scans]);
  useEffect(() => {
    store.setState({ hasScene: true });
    return () => {
      store.setState({ hasScene: false });
      chooseTool(store, "select");
    };
  }, [store]);
  useEffect(() => {
    store.setState({ stage: view === "plan" ? planStage : sceneStage.current });
  }, [store, view, planStage]);
  // The last teammate left or this tab closes: a stale cursor must not stay visible.
  useEffect(() => () => connection.showCursor(null), [connection]);
  return {
    planStage,
    setPlanStage,
    setSceneStage: (stage) => {
      sceneStage.current = stage;
      if (store.getState().view === "scene") store.setState({ stage });
    },
  };
}
