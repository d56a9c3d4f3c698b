import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { LiveScene } from "../scene/live-scene.ts";
import type { ScanShowState } from "../scene/scene.ts";
import type { SceneCanvasProps } from "../scene/scene-canvas-props.ts";
import { type ChosenScans, chooseScans } from "./choose-scans.ts";
import { labelScans } from "./scan-labels.ts";
import type { ScanProblem } from "./scan-object.tsx";
import { applyPlacements, type PlacedScan } from "./scan-placement.ts";

const noneHidden: ReadonlySet<string> = new Set();

/** The scans of a canvas: which are loaded and visible, and their progress. */
export interface SceneScans extends ChosenScans {
  readonly scans: readonly PlacedScan[];
  readonly labels: ReadonlyMap<string, string>;
  readonly states: Readonly<Record<string, ScanShowState>>;
  readonly noteState: (scanId: string, state: ScanShowState, problem?: ScanProblem) => void;
  readonly noteLeave: (scanId: string) => void;
  /** A new canvas loads them all again. */
  readonly startOver: () => void;
}

export function useSceneScans(live: LiveScene, props: SceneCanvasProps): SceneScans {
  const { hiddenScanIds = noneHidden, panoramaId = null } = props;
  const [states, setStates] = useState<Readonly<Record<string, ScanShowState>>>({});
  const scans = useMemo(() => applyPlacements(props.scans), [props.scans]);
  const wording = useWording();
  const labels = useMemo(() => labelScans(scans, wording), [scans, wording]);
  // The current panorama, until the next one can be drawn.
  const [heldId, setHeldId] = useState<string | null>(null);
  const chosen = chooseScans(scans, hiddenScanIds, panoramaId, heldId, states);
  const { standpoint, wanted, seen } = chosen;
  if (chosen.awaited === undefined && (standpoint?.id ?? null) !== heldId) setHeldId(standpoint?.id ?? null);
  const seenIds = seen.map(({ id }) => id).join();
  const wantedIds = wanted.map(({ id }) => id).join();

  const showScans = useEffectEvent(() => {
    live.budget.show(wanted.map(({ kind }) => kind));
    live.showOnly(new Set(seen.map(({ id }) => id)));
    const isOther = ({ id, kind, isPositionKnown }: PlacedScan) =>
      kind === "panorama" && isPositionKnown && id !== standpoint?.id;
    live.otherEyes =
      standpoint?.isPositionKnown === true
        ? scans.filter(isOther).map(({ delivery }) => delivery.startView.position)
        : [];
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the scans.
  useEffect(() => showScans(), [wantedIds, seenIds]);

  return {
    ...chosen,
    scans,
    labels,
    states,
    noteState: (scanId, state, problem) => {
      setStates((before) => ({ ...before, [scanId]: state }));
      props.onScanState?.(scanId, state, problem);
    },
    noteLeave: (scanId) => setStates(({ [scanId]: _, ...others }) => others),
    startOver: () => setStates({}),
  };
}
