import type { ScanKind } from "@blueprint/contract/scan-formats";
import { Box, Grip, type LucideIcon, PencilRuler, Sparkles, View } from "lucide-react";
import { useWording, type Wording } from "../../../lib/visitor-texts/wording.ts";
import type { ScanShowState, ViewerScan } from "../scene/scene.ts";
import type { SceneLayers } from "./use-scene-layers.ts";

const icons: Record<ScanKind, LucideIcon> = {
  mesh: Box,
  "point-cloud": Grip,
  splat: Sparkles,
  panorama: View,
  plan: PencilRuler,
};

/** The scans of a place by what can be done with them: switched off, stepped into, opened as a sheet. */
export function ScanChoices({
  spatial,
  panoramas,
  sheets,
  labels,
  layers,
  states,
  inside,
  openSheetId,
  onSheet,
}: {
  readonly spatial: readonly ViewerScan[];
  readonly panoramas: readonly ViewerScan[];
  readonly sheets: readonly ViewerScan[];
  readonly labels: ReadonlyMap<string, string>;
  readonly layers: SceneLayers;
  readonly states: Readonly<Record<string, ScanShowState>>;
  /** The panorama that the camera is in. */
  readonly inside: string | null;
  readonly openSheetId: string | null;
  /** Opens a sheet, or closes it for the scene. */
  readonly onSheet: ((scanId: string | null) => void) | undefined;
}) {
  const wording = useWording();
  const { t } = wording;
  return (
    <>
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
                    onSheet?.(null);
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
                onSheet?.(null);
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
              onClick={() => onSheet?.(id)}
              className="flex min-h-9 w-full items-center gap-2.5 rounded-sharp px-2 text-left hover:bg-sunken aria-pressed:bg-accent-wash aria-pressed:text-accent pointer-coarse:min-h-11"
            >
              <PencilRuler size={16} strokeWidth={1.5} aria-hidden="true" />
              <span className="min-w-0 flex-1 truncate">{labels.get(id)}</span>
              <span className="text-caption">{openSheetId === id ? t("scans.open") : ""}</span>
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function describeState(state: ScanShowState | undefined, { t }: Wording): string {
  if (state === "shown") return "";
  return t(state === "failed" ? "scans.failed" : "scans.loading");
}
