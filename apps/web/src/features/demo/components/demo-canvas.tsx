import { lazy, type RefObject, Suspense, useState } from "react";
import { importSceneCanvas } from "../../viewer/scene-loading.ts";
import {
  type CameraPose,
  type CanvasProblem,
  ScanPoster,
  type ScanShowState,
  type SceneHandle,
  type ViewMode,
} from "../../viewer/viewer.ts";
import { demoScans, demoVenue } from "../demo-venue.ts";

const SceneCanvas = lazy(async () => ({ default: (await importSceneCanvas()).SceneCanvas }));

/** The demo venue's scan and anchors. Shows a picture until the scan loads, and a retry button if loading fails. */
export function DemoCanvas({
  sceneRef,
  mode,
  startView,
  selectedAnchorId,
  onAnchorSelect,
}: {
  readonly sceneRef: RefObject<SceneHandle | null>;
  readonly mode: ViewMode;
  readonly startView: CameraPose;
  readonly selectedAnchorId: string | null;
  readonly onAnchorSelect: (anchorId: string) => void;
}) {
  const [state, setState] = useState<ScanShowState>("loading");
  const [problem, setProblem] = useState<CanvasProblem | null>(null);
  const [attempt, setAttempt] = useState(0);
  return (
    <>
      <Suspense fallback={null}>
        <SceneCanvas
          key={attempt}
          ref={sceneRef}
          label={demoVenue.name}
          scans={demoScans}
          anchors={demoVenue.anchors}
          selectedAnchorId={selectedAnchorId}
          mode={mode}
          startView={startView}
          onAnchorSelect={onAnchorSelect}
          onScanState={(_, next) => setState(next)}
          onProblem={setProblem}
        />
      </Suspense>
      {problem === null && state !== "shown" ? (
        <ScanPoster
          previewUrl={demoVenue.coverUrl}
          hasFailed={state === "failed"}
          onRetry={() => {
            setState("loading");
            setAttempt(attempt + 1);
          }}
        />
      ) : null}
    </>
  );
}
