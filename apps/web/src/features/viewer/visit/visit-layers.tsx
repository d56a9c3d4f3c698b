import { ScanLayers } from "../scans/scan-layers.tsx";
import { useVisit } from "./visit.ts";

/** Which scans are seen, and ways into panoramas and drawings. */
export function VisitLayers() {
  const { blueprint, store, state, view, layers } = useVisit();
  return (
    <ScanLayers
      scans={blueprint.scans}
      layers={layers}
      states={state.scanStates}
      drawings={{ openId: view.drawing?.id ?? null, open: (drawingId) => store.setState({ drawingId }) }}
    />
  );
}
