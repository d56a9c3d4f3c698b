import type { Blueprint } from "@blueprint/contract/blueprints";
import type { Scan } from "@blueprint/contract/scans";
import { lazy, type ReactNode, type RefObject, Suspense, useMemo } from "react";
import { Notice } from "../../../ui/notice.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import type { ScanShowState, SceneHandle, SceneLayers } from "../../viewer/viewer.ts";
import { listCanvasScans } from "../editor-scans.ts";
import { CompareNote } from "../history/compare-note.tsx";
import { PastNote } from "../history/past-note.tsx";
import { AlignPanel, type NamedScan } from "../tools/align/align-panel.tsx";
import { FollowingNote } from "../tools/follow/following-note.tsx";
import { ToolNote } from "../tools/tool-note.tsx";
import { useDocument } from "../use-editor-room.ts";
import { EditorNotices } from "./editor-notices.tsx";
import { NoScanNote } from "./no-scan-note.tsx";

const EditorCanvas = lazy(() => import("../canvas/editor-canvas.tsx"));

/** The middle of the editor: the canvas, or a note while there is no scan, with the tools' notes over it. */
export function EditorStage({
  blueprint,
  scans,
  readyScans,
  layers,
  sceneRef,
  attempt,
  hasScanFailed,
  canEdit,
  canUpload,
  roleNotice,
  onScanState,
}: {
  readonly blueprint: Blueprint;
  readonly scans: readonly Scan[];
  readonly readyScans: readonly NamedScan[];
  readonly layers: SceneLayers;
  readonly sceneRef: RefObject<SceneHandle | null>;
  /** Increases when the scans are loaded again. */
  readonly attempt: number;
  readonly hasScanFailed: boolean;
  readonly canEdit: boolean;
  readonly canUpload: boolean;
  /** Says that the user is viewing the team as another role; empty otherwise. */
  readonly roleNotice: ReactNode;
  readonly onScanState: (scanId: string, state: ScanShowState) => void;
}) {
  const { isOnline } = useDocument();
  const canvasScans = useMemo(() => listCanvasScans(readyScans), [readyScans]);
  return (
    <>
      {readyScans.length === 0 ? (
        <NoScanNote scans={scans} canUpload={canUpload} />
      ) : (
        <Suspense
          fallback={
            <div className="sheet-grid grid size-full place-items-center">
              <Spinner label="Opening scan" />
            </div>
          }
        >
          <EditorCanvas
            key={attempt}
            label={blueprint.name}
            scans={canvasScans}
            allScans={readyScans}
            layers={layers}
            sceneRef={sceneRef}
            onScanState={onScanState}
          />
        </Suspense>
      )}
      <ToolNote />
      <AlignPanel scans={readyScans} />
      <FollowingNote />
      <CompareNote />
      <PastNote blueprintId={blueprint.id} />
      <div className="pointer-events-none absolute inset-x-3 top-3 grid gap-2">
        <div className="pointer-events-auto mx-auto w-full max-w-xl shadow-overlay empty:hidden">{roleNotice}</div>
        <EditorNotices blueprint={blueprint} canEdit={canEdit} />
        {hasScanFailed && !isOnline ? (
          <div className="pointer-events-auto mx-auto mt-12 w-full max-w-xl shadow-overlay">
            <Notice tone="attention" title="The scan isn't available offline">
              It comes back when you're online. Until then you can edit everything in the outline; your changes are kept
              in this browser and saved later.
            </Notice>
          </div>
        ) : null}
      </div>
    </>
  );
}
