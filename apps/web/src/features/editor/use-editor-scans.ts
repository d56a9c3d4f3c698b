import type { Scan } from "@blueprint/contract/scans";
import { useMemo, useState } from "react";
import type { ScanShowState } from "../viewer/viewer.ts";
import { listReadyScans } from "./editor-scans.ts";
import type { NamedScan } from "./tools/align/align-panel.tsx";
import { useDocument, useEditor } from "./use-editor-room.ts";
import { useScansAfterOffline } from "./use-scans-after-offline.ts";

/** The scans that can be shown, and the progress of each on the canvas. */
export function useEditorScans(
  scans: readonly Scan[],
  reloadScans: () => Promise<unknown>,
): {
  readonly readyScans: readonly NamedScan[];
  readonly scanStates: Readonly<Record<string, ScanShowState>>;
  readonly noteScanState: (scanId: string, state: ScanShowState) => void;
  readonly hasScanFailed: boolean;
  /** Increases when the scans are loaded again. */
  readonly attempt: number;
} {
  const { scene, isOnline } = useDocument();
  const areHiddenPartsShown = useEditor((state) => state.areHiddenPartsShown);
  const [scanStates, setScanStates] = useState<Readonly<Record<string, ScanShowState>>>({});
  const hasScanFailed = Object.values(scanStates).includes("failed");
  const attempt = useScansAfterOffline(hasScanFailed, isOnline, async () => {
    await reloadScans();
    setScanStates({});
  });
  const { placements, volumes } = scene;
  const readyScans = useMemo(
    () => listReadyScans(scans, { placements, volumes }, areHiddenPartsShown),
    [scans, placements, volumes, areHiddenPartsShown],
  );
  return {
    readyScans,
    scanStates,
    noteScanState: (scanId, state) => setScanStates((before) => ({ ...before, [scanId]: state })),
    hasScanFailed,
    attempt,
  };
}
