import type { Blueprint } from "@blueprint/contract/blueprints";
import type { Scene } from "@blueprint/scene/read-scene";
import type { ObjectRef } from "@blueprint/scene/scene-kinds";
import type { ReactNode } from "react";
import type { ViewerScan } from "../../viewer/viewer.ts";
import { CommentInspector, NewPointComment } from "../comments/comment-inspector.tsx";
import { toCommentSubject } from "../comments/comment-subject.ts";
import { CommentsSection } from "../comments/comments-section.tsx";
import { GuidePanel, type RenderGuide } from "../guide/guide-panel.tsx";
import { HistoryPanel } from "../history/history-panel.tsx";
import { PlanInspector } from "../tools/align/plan-inspector.tsx";
import { MeasurementInspector } from "../tools/measure/measurement-inspector.tsx";
import { SelectionInspector } from "../tools/select/selection-inspector.tsx";
import { VolumeInspector } from "../tools/volume/volume-inspector.tsx";
import { ZoneInspector } from "../tools/zone/zone-inspector.tsx";
import { TourInspector } from "../tours/tour-inspector.tsx";
import { ToursPanel } from "../tours/tours-panel.tsx";
import { useDocument, useEditor } from "../use-editor-room.ts";
import { ScanInspector } from "../views/scan-inspector.tsx";
import { StoreyInspector } from "../views/storey-inspector.tsx";
import { ViewInspector } from "../views/view-inspector.tsx";
import { AnchorInspector } from "./anchor-inspector.tsx";
import { BlueprintFacts } from "./blueprint-facts.tsx";

/** The open panel, the selected object, or the blueprint itself when nothing is selected. */
export function InspectorPanel({
  blueprint,
  scans,
  changePlace,
  guide,
}: {
  readonly blueprint: Blueprint;
  readonly scans: readonly (ViewerScan & { readonly name: string })[];
  /** The button that changes the venue's location, for members who may. */
  readonly changePlace: ReactNode;
  /** Null without an AI service. */
  readonly guide: RenderGuide | null;
}) {
  const { scene } = useDocument();
  const selectedAnchorId = useEditor((state) => state.selectedAnchorId);
  const selection = useEditor((state) => state.selection);
  const commentAt = useEditor((state) => state.commentAt);
  const openScanId = useEditor((state) => state.openScanId);
  const panel = useEditor((state) => state.panel);
  const anchor = scene.anchors.find(({ id }) => id === selectedAnchorId);
  if (panel === "history") return <HistoryPanel blueprint={blueprint} />;
  if (panel === "tours") return <ToursPanel />;
  if (panel === "guide" && guide !== null) return <GuidePanel guide={guide} />;
  if (selection.length > 1) return <SelectionInspector selection={selection} />;
  if (commentAt !== null)
    return <NewPointComment key={commentAt.position.join()} at={commentAt} blueprint={blueprint} />;
  const only = selection[0];
  const about = only === undefined ? null : renderObject(scene, only, blueprint);
  if (only !== undefined && about !== null) {
    const subject = toCommentSubject(scene, only);
    return (
      <div key={`${only.kind} ${only.id}`} className="grid content-start">
        {about}
        {subject === null ? null : (
          <div className="px-4 pb-4">
            <CommentsSection blueprint={blueprint} subject={subject} />
          </div>
        )}
      </div>
    );
  }
  const thread = only?.kind === "threads" ? scene.threads.find(({ id }) => id === only.id) : undefined;
  if (thread !== undefined) return <CommentInspector key={thread.id} thread={thread} blueprint={blueprint} />;
  const scan = scans.find(({ id }) => id === openScanId);
  if (scan !== undefined && selection.length === 0) return <ScanInspector scan={scan} scans={scans} />;
  if (anchor !== undefined)
    return <AnchorInspector key={anchor.id} anchor={anchor} scans={scans} blueprint={blueprint} />;
  return <BlueprintFacts blueprint={blueprint} anchorCount={scene.anchors.length} changePlace={changePlace} />;
}

/** Renders an object that has nothing but its own values; null for other kinds and for deleted objects. */
function renderObject(scene: Scene, { kind, id }: ObjectRef, blueprint: Blueprint): ReactNode {
  switch (kind) {
    case "zones": {
      const zone = scene.zones.find((candidate) => candidate.id === id);
      return zone === undefined ? null : <ZoneInspector zone={zone} />;
    }
    case "measurements": {
      const measurement = scene.measurements.find((candidate) => candidate.id === id);
      return measurement === undefined ? null : <MeasurementInspector measurement={measurement} />;
    }
    case "plans": {
      const plan = scene.plans.find((candidate) => candidate.id === id);
      return plan === undefined ? null : <PlanInspector plan={plan} />;
    }
    case "tours": {
      const tour = scene.tours.find((candidate) => candidate.id === id);
      return tour === undefined ? null : <TourInspector tour={tour} blueprint={blueprint} />;
    }
    case "views": {
      const view = scene.views.find((candidate) => candidate.id === id);
      return view === undefined ? null : <ViewInspector view={view} />;
    }
    case "volumes": {
      const volume = scene.volumes.find((candidate) => candidate.id === id);
      return volume === undefined ? null : <VolumeInspector volume={volume} />;
    }
    case "floors": {
      const storey = scene.floors.find((candidate) => candidate.id === id);
      return storey === undefined ? null : <StoreyInspector storey={storey} />;
    }
    default:
      return null;
  }
}
