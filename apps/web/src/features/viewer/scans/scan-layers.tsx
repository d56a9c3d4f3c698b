import { Layers, LogOut } from "lucide-react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { PanoramaSteps } from "../panoramas/panorama-steps.tsx";
import { findPanoramaBeside } from "../panoramas/step-panorama.ts";
import type { ScanShowState, ViewerScan } from "../scene/scene.ts";
import { ScanChoices } from "./scan-choices.tsx";
import { labelScans } from "./scan-labels.ts";
import { listStandpoints } from "./scan-placement.ts";
import type { SceneLayers } from "./use-scene-layers.ts";

/** Toggles the scans of a place and lists its panoramas. Hidden if there is only one scan. */
export function ScanLayers({
  scans: whole,
  layers,
  states,
  side,
  drawings,
}: {
  readonly scans: readonly ViewerScan[];
  readonly layers: SceneLayers;
  readonly states: Readonly<Record<string, ScanShowState>>;
  readonly side?: "top" | "bottom";
  /** Opens a drawing's sheet instead of the scene; without it, drawings are not listed. */
  readonly drawings?: { readonly openId: string | null; readonly open: (scanId: string | null) => void };
}) {
  const wording = useWording();
  const { t } = wording;
  const scans = whole.flatMap(listStandpoints);
  const labels = labelScans(scans, wording);
  const spatial = scans.filter(({ kind }) => kind !== "panorama" && kind !== "plan");
  const sheets = drawings === undefined ? [] : scans.filter(({ kind }) => kind === "plan");
  const panoramas = scans.filter(({ kind }) => kind === "panorama");
  const total = spatial.length + panoramas.length + sheets.length;
  if (total < 2) return null;
  const openSheetId = drawings?.openId ?? null;
  const inside = openSheetId !== null ? null : (layers.panoramaId ?? (spatial.length === 0 ? panoramas[0]?.id : null));
  const previous = inside === null || inside === undefined ? undefined : findPanoramaBeside(panoramas, inside, -1);
  const next = inside === null || inside === undefined ? undefined : findPanoramaBeside(panoramas, inside, 1);
  return (
    <>
      {inside && previous && next ? (
        <PanoramaSteps
          name={labels.get(inside)}
          hasFailed={states[inside] === "failed"}
          side={side ?? "bottom"}
          onPrevious={() => layers.enterPanorama(previous.id)}
          onNext={() => layers.enterPanorama(next.id)}
        />
      ) : null}
      <Popover
        label={t("scans.button")}
        {...(side === undefined ? {} : { side })}
        trigger={
          <Button className="bg-sheet">
            <Layers strokeWidth={1.5} aria-hidden="true" />
            {t("scans.button")}
            <span className="font-mono text-caption text-ink-soft">
              {total - layers.hiddenIds.size}/{total}
            </span>
          </Button>
        }
      >
        <ScanChoices
          {...{ spatial, panoramas, sheets, labels, layers, states }}
          inside={inside ?? null}
          openSheetId={openSheetId}
          onSheet={drawings?.open}
        />
      </Popover>
      {openSheetId !== null && total > sheets.length ? (
        <Button className="bg-sheet" onClick={() => drawings?.open(null)}>
          <LogOut strokeWidth={1.5} aria-hidden="true" />
          {t("scans.leaveDrawing")}
        </Button>
      ) : null}
      {openSheetId === null && layers.panoramaId !== null && spatial.length > 0 ? (
        <Button className="bg-sheet" onClick={layers.leavePanorama}>
          <LogOut strokeWidth={1.5} aria-hidden="true" />
          {t("scans.leavePanorama")}
        </Button>
      ) : null}
    </>
  );
}
