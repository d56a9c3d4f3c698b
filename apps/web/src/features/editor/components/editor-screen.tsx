import type { Blueprint } from "@blueprint/contract/blueprints";
import type { BlueprintId } from "@blueprint/contract/ids";
import { roleMay } from "@blueprint/contract/roles";
import type { Scan } from "@blueprint/contract/scans";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { hasCode, readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageSpinner } from "../../../ui/page-spinner.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { ScanLayers } from "../../viewer/components/scan-layers.tsx";
import { useSceneLayers } from "../../viewer/use-scene-layers.ts";
import type { ScanShowState, SceneHandle, ViewerScan } from "../../viewer/viewer.ts";
import type { EditorRoom } from "../commands/editor-command.ts";
import type { DocumentSession } from "../document-session.ts";
import { blueprintQuery } from "../editor.queries.ts";
import { createEditorStore, selectObjects } from "../editor.store.ts";
import { CompareNote } from "../history/compare-note.tsx";
import { listPresent } from "../selection.ts";
import { AlignPanel } from "../tools/align/align-panel.tsx";
import { withStands } from "../tools/align/scan-stand.ts";
import { FollowingNote } from "../tools/follow/following-note.tsx";
import { useFollowing } from "../tools/follow/use-following.ts";
import { ToolNote } from "../tools/tool-note.tsx";
import { CornersDialog } from "../tools/zone/corners-dialog.tsx";
import { useDocumentSession } from "../use-document-session.ts";
import { useEditorKeys } from "../use-editor-keys.ts";
import { EditorRoomContext, useDocument, useEditor, useEditorRoom } from "../use-editor-room.ts";
import { useNamedAnchor } from "../use-named-anchor.ts";
import { useScansAfterOffline } from "../use-scans-after-offline.ts";
import { useSceneClipboard } from "../use-scene-clipboard.ts";
import { LayerChoice } from "../views/layer-choice.tsx";
import { BlueprintMissing } from "./blueprint-missing.tsx";
import { ContentDialogs } from "./content-dialogs.tsx";
import { EditorNotices } from "./editor-notices.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { InspectorPanel } from "./inspector-panel.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { NoScanNote } from "./no-scan-note.tsx";
import { OutlinePanel } from "./outline-panel.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";
import { ToolBar } from "./tool-bar.tsx";
import { TopBar } from "./top-bar.tsx";
import { UnsentWork } from "./unsent-work.tsx";

const EditorCanvas = lazy(() => import("./editor-canvas.tsx"));

export interface EditorScreenProps {
  readonly blueprintId: BlueprintId;
  /** Undefined while they load. */
  readonly scans: readonly Scan[] | undefined;
  /** Asks for them again: their addresses do not last. */
  readonly reloadScans: () => Promise<unknown>;
  /** The scans of the blueprint with upload and progress. */
  readonly scansPanel: ReactNode;
  /** The button that invites teammates; shown to those who may. */
  readonly invite: ReactNode;
  /** The button that changes where the venue is; shown to those who may. */
  readonly changePlace: ReactNode;
  /** Says that one looks at the team through another role; empty where one does not. */
  readonly roleNotice: ReactNode;
}

/** One full-window room in which a team shapes one place. */
export function EditorScreen(props: EditorScreenProps) {
  const { data: blueprint, error, fetchStatus, refetch } = useQuery(blueprintQuery(props.blueprintId));
  const session = useDocumentSession(props.blueprintId);
  // A room that is open already says itself what became of its last changes.
  if (hasCode(error, "not-found") && blueprint === undefined) return <BlueprintMissing />;
  if (blueprint !== undefined && session !== null)
    return <Room key={props.blueprintId} {...props} blueprint={blueprint} session={session} />;
  if (fetchStatus === "paused")
    return <ErrorPanel message="You're offline. The blueprint opens when you're back online." />;
  if (error !== null) return <ErrorPanel message={readableError(error)} onRetry={() => void refetch()} />;
  return <PageSpinner label="Opening blueprint" />;
}

function Room({
  blueprint,
  session,
  ...parts
}: EditorScreenProps & { readonly blueprint: Blueprint; readonly session: DocumentSession }) {
  const { profile } = useMe();
  const sceneRef = useRef<SceneHandle | null>(null);
  const [store] = useState(createEditorStore);
  const room = useMemo(
    (): EditorRoom => ({ session, store, userId: profile.uid, getScene: () => sceneRef.current }),
    [session, store, profile.uid],
  );
  return (
    <EditorRoomContext value={room}>
      <RoomLayout {...parts} blueprint={blueprint} sceneRef={sceneRef} />
    </EditorRoomContext>
  );
}

function RoomLayout({
  blueprint,
  scans = [],
  reloadScans,
  scansPanel,
  invite,
  changePlace,
  roleNotice,
  sceneRef,
}: EditorScreenProps & { readonly blueprint: Blueprint; readonly sceneRef: React.RefObject<SceneHandle | null> }) {
  const room = useEditorRoom();
  const { end, announcement, scene, unsavedCount, isOnline } = useDocument();
  const { teams } = useMe();
  const role = teams.find(({ teamId }) => teamId === blueprint.teamId)?.role;
  const openSide = useEditor((state) => state.openSide);
  const layers = useSceneLayers();
  useEffect(() => room.store.setState({ layers }), [room, layers]);
  const [scanStates, setScanStates] = useState<Readonly<Record<string, ScanShowState>>>({});
  const hasScanFailed = Object.values(scanStates).includes("failed");
  const attempt = useScansAfterOffline(hasScanFailed, isOnline, async () => {
    await reloadScans();
    setScanStates({});
  });
  useEditorKeys(room);
  useSceneClipboard(room, blueprint.id);
  useSelectionFollowing(room);
  useNamedAnchor(room);
  useFollowing(room);

  const readyScans = useMemo(() => withStands(scans.flatMap(toNamedScan), scene.placements), [scans, scene.placements]);
  // Drawings lie on floors and on sheets of their own; where there is nothing else, the first one is what is seen.
  const canvasScans = useMemo(() => {
    const spatial = readyScans.filter(({ kind }) => kind !== "plan");
    return spatial.length > 0 ? spatial : readyScans.slice(0, 1);
  }, [readyScans]);
  const canEdit = roleMay(role, "blueprint.edit");
  const isAway = blueprint.state === "archived" || blueprint.state === "binned";
  if (end === "not-found") {
    return <BlueprintMissing unsent={unsavedCount > 0 && <UnsentWork count={unsavedCount} name={blueprint.name} />} />;
  }
  const side =
    "z-20 min-h-0 flex-col bg-paper max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:h-[56%] max-md:rounded-t-soft max-md:border-t max-md:border-line max-md:scroll-pb-32 max-md:pb-[7.5rem] max-md:shadow-overlay md:flex";
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
          className={classNames(side, "md:border-r md:border-line", openSide === "outline" ? "flex" : "hidden")}
        >
          <OutlinePanel scans={readyScans} scansPanel={scansPanel} />
        </aside>
        <div
          className={classNames(
            "relative min-h-0 min-w-0 overflow-hidden bg-sunken max-md:absolute max-md:inset-x-0 max-md:top-0",
            // What was just selected stays in the middle of what can be seen.
            openSide === "inspector" ? "max-md:bottom-[56%]" : "max-md:bottom-0",
          )}
        >
          {readyScans.length === 0 ? (
            <NoScanNote scans={scans} canUpload={roleMay(role, "scan.upload") && !isAway} />
          ) : (
            <Suspense
              fallback={
                <div className="sheet-grid grid size-full place-items-center">
                  <Spinner label="Opening scan" />
                </div>
              }
            >
              <EditorCanvas
                key={attempt}
                label={blueprint.name}
                scans={canvasScans}
                allScans={readyScans}
                layers={layers}
                sceneRef={sceneRef}
                onScanState={(scanId, state) => setScanStates((before) => ({ ...before, [scanId]: state }))}
              />
            </Suspense>
          )}
          <ToolNote />
          <AlignPanel scans={readyScans} />
          <FollowingNote />
          <CompareNote />
          <div className="pointer-events-none absolute inset-x-3 top-3 grid gap-2">
            <div className="pointer-events-auto mx-auto w-full max-w-xl shadow-overlay empty:hidden">{roleNotice}</div>
            <EditorNotices blueprint={blueprint} canEdit={canEdit} />
            {hasScanFailed && !isOnline ? (
              <div className="pointer-events-auto mx-auto mt-12 w-full max-w-xl shadow-overlay">
                <Notice tone="attention" title="The scan isn't available offline">
                  It comes back when you're online. Until then you can edit everything in the outline; your changes are
                  kept in this browser and saved later.
                </Notice>
              </div>
            ) : null}
          </div>
        </div>
        <aside
          aria-label="Selected"
          className={classNames(
            side,
            "overflow-y-auto md:border-l md:border-line",
            openSide === "inspector" ? "flex" : "hidden",
          )}
        >
          <InspectorPanel
            blueprint={blueprint}
            scans={readyScans}
            changePlace={canEdit && !isAway ? changePlace : null}
          />
        </aside>
        <div className="pointer-events-none absolute inset-x-2 bottom-3 z-30 flex flex-wrap items-center justify-center gap-2 md:inset-x-[17rem] md:right-[19rem] [&>*]:pointer-events-auto">
          <ScanLayers scans={readyScans} layers={layers} states={scanStates} side="top" />
          <LayerChoice />
          <ToolBar />
        </div>
      </main>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <HelpDialog />
      <ContentDialogs blueprint={blueprint} />
      <CornersDialog />
      <ShareDialog
        blueprint={blueprint}
        canPublish={canEdit && !isAway}
        invite={roleMay(role, "member.invite") ? invite : null}
      />
      {canEdit ? <PublishDialog blueprint={blueprint} scans={readyScans} /> : null}
      <LeaveGuard />
    </div>
  );
}

function toNamedScan({ id, kind, delivery, fileName }: Scan): (ViewerScan & { readonly name: string })[] {
  // One that is converted once more is shown as it was.
  return delivery !== null ? [{ id, kind, delivery, name: fileName }] : [];
}

/** Tells teammates what is selected, and lets go of what is gone. */
function useSelectionFollowing({ session, store }: EditorRoom): void {
  const { scene } = useDocument();
  const selection = useEditor((state) => state.selection);
  const there = useMemo(() => listPresent(scene, selection), [scene, selection]);
  useEffect(() => session.showSelection(selection), [session, selection]);
  useEffect(() => {
    if (there.length < selection.length) selectObjects(store, there);
  }, [there, selection, store]);
}
