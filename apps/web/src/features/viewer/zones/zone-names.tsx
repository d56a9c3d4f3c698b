import { useCallback } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { MarkerLayer } from "../pins/marker-layer.ts";
import { type ViewerAnchor, zoneMarkType } from "../scene/scene.ts";
import type { ViewerZone } from "./zone-mesh.ts";
import { findNameSpot } from "./zone-outline.ts";

/** A zone's name as a mark on its floor. */
export const toZoneMark = (zone: ViewerZone): ViewerAnchor => ({
  id: `zone:${zone.id}`,
  title: zone.name ?? "",
  type: zoneMarkType,
  position: findNameSpot(zone),
  normal: [0, 1, 0],
});

/** Names of zones over their floors. The text version lists them, and entering a zone is announced. */
export function ZoneNames({ zones, layer }: { readonly zones: readonly ViewerZone[]; readonly layer: MarkerLayer }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
      {zones.map(({ id, name }) => (
        <ZoneName key={id} id={`zone:${id}`} name={name ?? ""} layer={layer} />
      ))}
    </div>
  );
}

function ZoneName({ id, name, layer }: { readonly id: string; readonly name: string; readonly layer: MarkerLayer }) {
  const { t } = useWording();
  const setElement = useCallback(
    (element: HTMLElement | null) => {
      layer.setElement(id, element);
      return () => layer.setElement(id, null);
    },
    [layer, id],
  );
  return (
    <span ref={setElement} data-marker={id} style={{ visibility: "hidden" }} className="absolute top-0 left-0">
      <span className="absolute w-max max-w-48 -translate-1/2 truncate rounded-sharp bg-sheet/80 px-1.5 text-caption text-ink">
        {name === "" ? t("page.untitledZone") : name}
      </span>
    </span>
  );
}
