import type { ScanKind } from "@blueprint/contract/scan-formats";
import {
  Box,
  ChevronLeft,
  ChevronRight,
  Grip,
  Layers,
  LogOut,
  type LucideIcon,
  PencilRuler,
  Sparkles,
  View,
} from "lucide-react";
import { useWording, type Wording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { findPanoramaBeside } from "../panoramas/step-panorama.ts";
import type { ScanShowState, ViewerScan } from "../scene/scene.ts";
import { labelScans } from "./scan-labels.ts";
import { listStandpoints } from "./scan-placement.ts";
import type { SceneLayers } from "./use-scene-layers.ts";

const icons: Record<ScanKind, LucideIcon> = {
  mesh: Box,
  "point-cloud": Grip,
  splat: Sparkles,
  panorama: View,
  plan: PencilRuler,
};

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
  const hasFailed = inside !== null && inside !== undefined && states[inside] === "failed";
  return (
    <>
      {inside && previous && next ? (
        <div className="flex min-w-0 items-center rounded-sharp border border-line bg-sheet">
          <IconButton
            label={t("scans.previousPanorama")}
            icon={ChevronLeft}
            tooltipSide={side ?? "bottom"}
            onClick={() => layers.enterPanorama(previous.id)}
          />
          <span aria-live="polite" className="grid max-w-44 min-w-0 leading-tight">
            <span className="truncate text-center">{labels.get(inside)}</span>
            {hasFailed ? <span className="text-caption text-danger">{t("scans.failed")}</span> : null}
          </span>
          <IconButton
            label={t("scans.nextPanorama")}
            icon={ChevronRight}
            tooltipSide={side ?? "bottom"}
            onClick={() => layers.enterPanorama(next.id)}
          />
        </div>
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
        {spatial.length === 0 ? null : (
          <fieldset className="p-1.5">
            <legend className="float-left w-full px-2 pt-1 pb-0.5 text-caption text-ink-soft">
              {t("scans.visible")}
            </legend>
            {spatial.map(({ id, kind }) => {
              const Icon = icons[kind];
              const isOn = !layers.hiddenIds.has(id);
              return (
                <label
                  key={id}
                  className="clear-both flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sharp px-2 hover:bg-sunken pointer-coarse:min-h-11"
                >
                  <input
                    type="checkbox"
                    className="size-4 accent-(--accent)"
                    checked={isOn}
                    onChange={() => {
                      drawings?.open(null);
                      layers.toggle(id);
                    }}
                  />
                  <Icon size={16} strokeWidth={1.5} aria-hidden="true" className="text-ink-soft" />
                  <span className="min-w-0 flex-1 truncate">{labels.get(id)}</span>
                  <span className="text-caption text-ink-soft">
                    {isOn ? describeState(states[id], wording) : t("scans.off")}
                  </span>
                </label>
              );
            })}
          </fieldset>
        )}
        {panoramas.length === 0 ? null : (
          <div className="max-h-[50dvh] overflow-y-auto border-hairline p-1.5 not-first:border-t">
            <p className="px-2 pt-1 pb-0.5 text-caption text-ink-soft">{t("scans.panoramas")}</p>
            {panoramas.map(({ id }) => (
              <button
                key={id}
                type="button"
                aria-pressed={inside === id}
                onClick={() => {
                  drawings?.open(null);
                  layers.enterPanorama(id);
                }}
                className="flex min-h-9 w-full items-center gap-2.5 rounded-sharp px-2 text-left hover:bg-sunken aria-pressed:bg-accent-wash aria-pressed:text-accent pointer-coarse:min-h-11"
              >
                <View size={16} strokeWidth={1.5} aria-hidden="true" />
                <span className="min-w-0 flex-1 truncate">{labels.get(id)}</span>
                <span className="text-caption">
                  {states[id] === "failed" ? t("scans.failed") : inside === id ? t("scans.youAreHere") : ""}
                </span>
              </button>
            ))}
          </div>
        )}
        {sheets.length === 0 ? null : (
          <div className="border-hairline p-1.5 not-first:border-t">
            <p className="px-2 pt-1 pb-0.5 text-caption text-ink-soft">{t("scans.drawings")}</p>
            {sheets.map(({ id }) => (
              <button
                key={id}
                type="button"
                aria-pressed={openSheetId === id}
                onClick={() => drawings?.open(id)}
                className="flex min-h-9 w-full items-center gap-2.5 rounded-sharp px-2 text-left hover:bg-sunken aria-pressed:bg-accent-wash aria-pressed:text-accent pointer-coarse:min-h-11"
              >
                <PencilRuler size={16} strokeWidth={1.5} aria-hidden="true" />
                <span className="min-w-0 flex-1 truncate">{labels.get(id)}</span>
                <span className="text-caption">{openSheetId === id ? t("scans.open") : ""}</span>
              </button>
            ))}
          </div>
        )}
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

function describeState(state: ScanShowState | undefined, { t }: Wording): string {
  if (state === "shown") return "";
  return t(state === "failed" ? "scans.failed" : "scans.loading");
}
