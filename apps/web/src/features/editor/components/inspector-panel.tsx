import type { Blueprint } from "@blueprint/contract/blueprints";
import type { Zone } from "@blueprint/scene/zone";
import type { ReactNode } from "react";
import { formatAmount, formatDate } from "../../../lib/format.ts";
import type { ViewerScan } from "../../viewer/viewer.ts";
import { CommentInspector, NewPointComment } from "../comments/comment-inspector.tsx";
import { CommentsSection } from "../comments/comments-section.tsx";
import { toZoneName } from "../object-names.ts";
import { PlanInspector } from "../tools/align/plan-inspector.tsx";
import { MeasurementInspector } from "../tools/measure/measurement-inspector.tsx";
import { SelectionInspector } from "../tools/select/selection-inspector.tsx";
import { ZoneInspector } from "../tools/zone/zone-inspector.tsx";
import { useDocument, useEditor, useMayComment, useMayEdit } from "../use-editor-room.ts";
import { AnchorInspector } from "./anchor-inspector.tsx";

/** The selected anchor, or the blueprint itself while nothing is selected. */
export function InspectorPanel({
  blueprint,
  scans,
  changePlace,
}: {
  readonly blueprint: Blueprint;
  readonly scans: readonly ViewerScan[];
  /** The way to say where the venue is, for those who may. */
  readonly changePlace: ReactNode;
}) {
  const { scene } = useDocument();
  const selectedAnchorId = useEditor((state) => state.selectedAnchorId);
  const selection = useEditor((state) => state.selection);
  const commentAt = useEditor((state) => state.commentAt);
  const anchor = scene.anchors.find(({ id }) => id === selectedAnchorId);
  if (selection.length > 1) return <SelectionInspector selection={selection} />;
  if (commentAt !== null)
    return <NewPointComment key={commentAt.position.join()} at={commentAt} blueprint={blueprint} />;
  const only = selection[0];
  const zone = only?.kind === "zones" ? scene.zones.find(({ id }) => id === only.id) : undefined;
  if (zone !== undefined) return <ZoneSide key={zone.id} zone={zone} blueprint={blueprint} />;
  const measurement = only?.kind === "measurements" ? scene.measurements.find(({ id }) => id === only.id) : undefined;
  if (measurement !== undefined) return <MeasurementInspector key={measurement.id} measurement={measurement} />;
  const plan = only?.kind === "plans" ? scene.plans.find(({ id }) => id === only.id) : undefined;
  if (plan !== undefined) return <PlanInspector key={plan.id} plan={plan} />;
  const thread = only?.kind === "threads" ? scene.threads.find(({ id }) => id === only.id) : undefined;
  if (thread !== undefined) return <CommentInspector key={thread.id} thread={thread} blueprint={blueprint} />;
  if (anchor !== undefined)
    return <AnchorInspector key={anchor.id} anchor={anchor} scans={scans} blueprint={blueprint} />;
  return <BlueprintFacts blueprint={blueprint} anchorCount={scene.anchors.length} changePlace={changePlace} />;
}

/** A zone and what the team says about it. */
function ZoneSide({ zone, blueprint }: { readonly zone: Zone; readonly blueprint: Blueprint }) {
  const { at } = zone.outer.vertices[0] ?? { at: [0, 0] as const };
  return (
    <>
      <ZoneInspector zone={zone} />
      <div className="px-4 pb-4">
        <CommentsSection
          blueprint={blueprint}
          subject={{
            target: "zone",
            targetId: zone.id,
            position: [at[0], zone.heights[0], at[1]],
            floor: zone.floor,
            name: toZoneName(zone),
          }}
        />
      </div>
    </>
  );
}

const visibilityLabels: Record<Blueprint["visibility"], string> = {
  private: "Private",
  team: "Team only",
  unlisted: "Anyone with the link",
  password: "Anyone with the password",
  public: "Public",
};

function BlueprintFacts({
  blueprint,
  anchorCount,
  changePlace,
}: {
  readonly blueprint: Blueprint;
  readonly anchorCount: number;
  readonly changePlace: ReactNode;
}) {
  const { isLoaded } = useDocument();
  const canEdit = useMayEdit() || !isLoaded;
  const canComment = useMayComment();
  const isServed = blueprint.publishedVersion !== null;
  const facts: [string, string][] = [
    ["Published", isServed ? `Version ${blueprint.publishedVersion}` : "No"],
    ["Open to", isServed ? visibilityLabels[blueprint.visibility] : "Team only"],
    ["Holds", `${formatAmount(anchorCount, "anchor")}, ${formatAmount(blueprint.scanCount, "scan")}`],
    ["Place", blueprint.place.address === "" ? "Not given" : blueprint.place.address],
    ["On the map", blueprint.place.latitude === null ? "No pin" : "Pin is set"],
    ["Made on", formatDate(blueprint.createdAt)],
  ];
  return (
    <div className="grid content-start gap-4 p-4">
      <h2 className="text-caption text-ink-soft">Blueprint</h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {changePlace === null ? null : <div>{changePlace}</div>}
      <p className="border-t border-hairline pt-4 text-ink-soft text-pretty">
        {canEdit
          ? "Select an anchor to read and change it here."
          : canComment
            ? "Select an anchor to read it here and to comment on it, or press C and click a point. Your role in this team changes nothing else."
            : "Select an anchor to read it here. Your role in this team looks at this blueprint and does not change it."}
      </p>
    </div>
  );
}
