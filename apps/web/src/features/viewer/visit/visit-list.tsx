import { AnchorList } from "../anchors/anchor-list.tsx";
import { useVisit } from "./visit.ts";
import { openAnchor } from "./visit-moves.ts";

/** The places to visit. */
export function VisitList() {
  const visit = useVisit();
  return (
    <AnchorList
      anchors={visit.blueprint.scene.anchors}
      selectedAnchorId={visit.state.selectedId}
      listRef={visit.listRef}
      onSelect={(anchorId) => openAnchor(visit, anchorId)}
    />
  );
}
