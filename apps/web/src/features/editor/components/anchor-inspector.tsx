import type { Blueprint } from "@blueprint/contract/blueprints";
import type { Anchor } from "@blueprint/scene/anchor";
import { formatDate } from "../../../lib/format.ts";
import { anchorTypeLooks, describePosition, type ViewerScan } from "../../viewer/viewer.ts";
import { CommentsSection } from "../comments/comments-section.tsx";
import { AnchorFields } from "../content/anchor-fields.tsx";
import { AnchorReading } from "../content/anchor-reading.tsx";
import { toAnchorName } from "../scene-changes.ts";
import { DeleteSelected } from "../tools/delete-selected.tsx";
import { NudgePad } from "../tools/nudge-pad.tsx";
import { ObjectHead } from "../tools/object-head.tsx";
import { useMayEdit } from "../use-editor-room.ts";
import { PositionFields } from "./position-fields.tsx";

/** An anchor's content and position. */
export function AnchorInspector({
  anchor,
  scans,
  blueprint,
}: {
  readonly anchor: Anchor;
  readonly scans: readonly ViewerScan[];
  readonly blueprint: Blueprint;
}) {
  const canEdit = useMayEdit();
  const words = describePosition(anchor.position, scans);
  return (
    <div className="grid content-start">
      <ObjectHead kind={anchorTypeLooks[anchor.type].label} name={toAnchorName(anchor)} />
      <div className="grid gap-4 p-4">
        {canEdit ? (
          <AnchorFields anchor={anchor} blueprint={blueprint} />
        ) : (
          <AnchorReading anchor={anchor} blueprint={blueprint} />
        )}
        <PositionFields anchor={anchor} canEdit={canEdit} />
        {words === null ? null : (
          <p className="-mt-2 text-caption text-ink-soft text-pretty">From the start view: {words}.</p>
        )}
        {canEdit ? <NudgePad /> : null}
        <CommentsSection
          blueprint={blueprint}
          subject={{
            target: "anchor",
            targetId: anchor.id,
            position: anchor.position,
            floor: anchor.floor,
            name: toAnchorName(anchor),
          }}
        />
        <div className="flex items-center justify-between gap-3 border-t border-hairline pt-4">
          <span className="text-caption text-ink-soft">
            {Number.isNaN(Date.parse(anchor.createdAt)) ? "" : `Placed on ${formatDate(anchor.createdAt)}`}
          </span>
          {canEdit ? <DeleteSelected /> : null}
        </div>
      </div>
    </div>
  );
}
