import type { Blueprint } from "@blueprint/contract/blueprints";
import { roleMay } from "@blueprint/contract/roles";
import type { Scan } from "@blueprint/contract/scans";
import { type ReactNode, type RefObject, useEffect } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useMe } from "../../../lib/session.ts";
import { type SceneHandle, useSceneLayers } from "../../viewer/viewer.ts";
import type { RenderGuide } from "../guide/guide-panel.tsx";
import { useFollowing } from "../tools/follow/use-following.ts";
import { useEditorKeys } from "../use-editor-keys.ts";
import { useDocument, useEditor, useEditorRoom } from "../use-editor-room.ts";
import { useEditorScans } from "../use-editor-scans.ts";
import { useLeavingPast } from "../use-leaving-past.ts";
import { useNamedAnchor } from "../use-named-anchor.ts";
import { useNamedQuestion } from "../use-named-question.ts";
import { useSceneClipboard } from "../use-scene-clipboard.ts";
import { useSelectionFollowing } from "../use-selection-following.ts";
import { BlueprintMissing } from "./blueprint-missing.tsx";
import { EditorDialogs } from "./editor-dialogs.tsx";
import { EditorStage } from "./editor-stage.tsx";
import { InspectorPanel } from "./inspector-panel.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { OutlinePanel } from "./outline-panel.tsx";
import { ToolStrip } from "./tool-strip.tsx";
import { TopBar } from "./top-bar.tsx";
import { UnsentWork } from "./unsent-work.tsx";

const sideClasses =
  "z-20 min-h-0 flex-col bg-paper max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:h-[56%] max-md:rounded-t-soft max-md:border-t max-md:border-line max-md:shadow-overlay md:flex";

/** What the routes compose the editor with. */
export interface EditorParts {
  /** Undefined while loading. */
  readonly scans: readonly Scan[] | undefined;
  /** Fetches them again: their URLs expire. */
  readonly reloadScans: () => Promise<unknown>;
  /** The blueprint's scans with upload and progress. */
  readonly scansPanel: ReactNode;
  /** The invite button, for members who may invite. */
  readonly invite: ReactNode;
  /** The button that changes the venue's location, for members who may. */
  readonly changePlace: ReactNode;
  /** Questions about the draft; null without an AI service. */
  readonly guide: RenderGuide | null;
  /** Says that the user is viewing the team as another role; empty otherwise. */
  readonly roleNotice: ReactNode;
}

/** The editor's parts around the canvas: outline, properties, tools and dialogs. */
export function EditorLayout({
  blueprint,
  scans = [],
  reloadScans,
  scansPanel,
  invite,
  changePlace,
  guide,
  roleNotice,
  sceneRef,
}: EditorParts & { readonly blueprint: Blueprint; readonly sceneRef: RefObject<SceneHandle | null> }) {
  const room = useEditorRoom();
  const { end, announcement, unsavedCount } = useDocument();
  const { teams } = useMe();
  const role = teams.find(({ teamId }) => teamId === blueprint.teamId)?.role;
  const hasGuide = guide !== null;
  useEffect(() => room.store.setState({ hasGuide }), [room, hasGuide]);
  const openSide = useEditor((state) => state.openSide);
  const layers = useSceneLayers();
  useEffect(() => room.store.setState({ layers }), [room, layers]);
  const { readyScans, scanStates, noteScanState, hasScanFailed, attempt } = useEditorScans(scans, reloadScans);
  useEditorKeys(room);
  useLeavingPast(room);
  useSceneClipboard(room, blueprint.id);
  useSelectionFollowing(room);
  useNamedAnchor(room);
  useNamedQuestion(room);
  useFollowing(room);
  const canEdit = roleMay(role, "blueprint.edit");
  const isAway = blueprint.state === "archived" || blueprint.state === "binned";
  if (end === "not-found") {
    return <BlueprintMissing unsent={unsavedCount > 0 && <UnsentWork count={unsavedCount} name={blueprint.name} />} />;
  }
  return (
    <div className="fixed inset-0 grid grid-rows-[3rem_minmax(0,1fr)] overflow-hidden">
      <title>{`${blueprint.name} · Blueprint`}</title>
      <TopBar blueprint={blueprint} canPublish={canEdit && !isAway} />
      <main
        id="content"
        tabIndex={-1}
        className="relative grid min-h-0 outline-none md:grid-cols-[17rem_minmax(0,1fr)_19rem]"
      >
        <aside
          aria-label="Outline and scans"
          className={classNames(
            sideClasses,
            "max-md:scroll-pb-32 max-md:pb-[7.5rem] md:border-r md:border-line",
            openSide === "outline" ? "flex" : "hidden",
          )}
        >
          <OutlinePanel blueprint={blueprint} scans={readyScans} scansPanel={scansPanel} />
        </aside>
        <div
          className={classNames(
            "relative min-h-0 min-w-0 overflow-hidden bg-sunken max-md:absolute max-md:inset-x-0 max-md:top-0",
            // Keeps a new selection centred in the visible area.
            openSide === "inspector" ? "max-md:bottom-[56%]" : "max-md:bottom-0",
          )}
        >
          <EditorStage
            blueprint={blueprint}
            scans={scans}
            readyScans={readyScans}
            layers={layers}
            sceneRef={sceneRef}
            attempt={attempt}
            hasScanFailed={hasScanFailed}
            canEdit={canEdit}
            canUpload={roleMay(role, "scan.upload") && !isAway}
            roleNotice={roleNotice}
            onScanState={noteScanState}
          />
        </div>
        <aside
          aria-label="Selection"
          className={classNames(
            sideClasses,
            "overflow-y-auto md:border-l md:border-line",
            openSide === "inspector" ? "flex" : "hidden",
          )}
        >
          <InspectorPanel
            blueprint={blueprint}
            scans={readyScans}
            changePlace={canEdit && !isAway ? changePlace : null}
            guide={guide}
          />
        </aside>
        <ToolStrip scans={readyScans} layers={layers} states={scanStates} />
      </main>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <EditorDialogs
        blueprint={blueprint}
        scans={readyScans}
        canEdit={canEdit}
        canPublish={canEdit && !isAway}
        invite={roleMay(role, "member.invite") ? invite : null}
      />
      <LeaveGuard />
    </div>
  );
}
