import { View } from "lucide-react";
import { useCallback } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { add } from "../camera/camera-pose.ts";
import type { MarkerLayer } from "../pins/marker-layer.ts";
import type { PlacedScan } from "../scans/scan-placement.ts";
import { panoramaMarkType, type ViewerAnchor } from "../scene/scene.ts";
import { eyeHeight } from "../walking/walk-physics.ts";

/** A panorama's position as a marker: on the floor below its camera. */
export const toPanoramaMark = ({ id, delivery }: PlacedScan): ViewerAnchor => ({
  id: toMarkId(id),
  title: "",
  type: panoramaMarkType,
  position: add(delivery.startView.position, [0, -eyeHeight, 0]),
  normal: [0, 1, 0],
});

const toMarkId = (scanId: string) => `panorama:${scanId}`;

/** Marks panorama positions. Not in the tab order: keyboard users have the list of scans. */
export function PanoramaMarkers({
  panoramas,
  labels,
  layer,
  onEnter,
}: {
  readonly panoramas: readonly PlacedScan[];
  readonly labels: ReadonlyMap<string, string>;
  readonly layer: MarkerLayer;
  readonly onEnter: ((scanId: string) => void) | undefined;
}) {
  const { t } = useWording();
  return (
    <div className="pointer-events-none absolute inset-0 overflow-hidden">
      {panoramas.map(({ id }) => (
        <PanoramaMarker
          key={id}
          id={id}
          label={labels.get(id) ?? t("scans.panorama")}
          layer={layer}
          onEnter={onEnter}
        />
      ))}
    </div>
  );
}

function PanoramaMarker({
  id,
  label,
  layer,
  onEnter,
}: {
  readonly id: string;
  readonly label: string;
  readonly layer: MarkerLayer;
  readonly onEnter: ((scanId: string) => void) | undefined;
}) {
  const { t } = useWording();
  const setElement = useCallback(
    (element: HTMLElement | null) => {
      layer.setElement(toMarkId(id), element);
      return () => layer.setElement(toMarkId(id), null);
    },
    [layer, id],
  );
  return (
    <button
      ref={setElement}
      type="button"
      tabIndex={-1}
      data-marker={toMarkId(id)}
      aria-label={t("scans.stepInto", { name: label })}
      title={label}
      style={{ visibility: "hidden" }}
      onClick={() => onEnter?.(id)}
      className="group pointer-events-auto absolute top-0 left-0 -mt-5.5 -ml-5.5 grid size-11 cursor-pointer touch-none place-items-center outline-none select-none"
    >
      <span
        className={classNames(
          "grid size-7 place-items-center rounded-full border-2 border-accent bg-sheet text-accent shadow-overlay transition-transform duration-120 ease-out group-hover:scale-110",
          "group-data-hidden-by-scan:border group-data-hidden-by-scan:text-ink-soft",
        )}
      >
        <View size={15} strokeWidth={1.5} aria-hidden="true" />
      </span>
    </button>
  );
}
