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
import { createAttempt } from "../attempt.ts";
import type { EditorRoom } from "../commands/editor-command.ts";
import type { DocumentSession } from "../document-session.ts";
import { blueprintQuery } from "../editor.queries.ts";
import { createEditorStore, leavePast, selectObjects } from "../editor.store.ts";
import { CompareNote } from "../history/compare-note.tsx";
import { PastNote } from "../history/past-note.tsx";
import { listPresent } from "../selection.ts";
import { AlignPanel } from "../tools/align/align-panel.tsx";
import { withStands } from "../tools/align/scan-stand.ts";
import { FollowingNote } from "../tools/follow/following-note.tsx";
import { useFollowing } from "../tools/follow/use-following.ts";
import { ToolNote } from "../tools/tool-note.tsx";
import { withVolumes } from "../tools/volume/with-volumes.ts";
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

const EditorCanvas = lazy(() => import("../canvas/editor-canvas.tsx"));

export interface EditorScreenProps {
  readonly blueprintId: BlueprintId;
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
  /** Says that the user is viewing the team as another role; empty otherwise. */
  readonly roleNotice: ReactNode;
}

/** The full-window editor in which a team shapes one place. */
export function EditorScreen(props: EditorScreenProps) {
  const { data: blueprint, error, fetchStatus, refetch } = useQuery(blueprintQuery(props.blueprintId));
  const session = useDocumentSession(props.blueprintId);
  // An open editor already reports what happened to its last changes.
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
    (): EditorRoom => ({
      session,
      store,
      userId: profile.uid,
      attempt: createAttempt(session),
      getScene: () => sceneRef.current,
    }),
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
  useLeavingPast(room);
  useSceneClipboard(room, blueprint.id);
  useSelectionFollowing(room);
  useNamedAnchor(room);
  useFollowing(room);

  const areHiddenPartsShown = useEditor((state) => state.areHiddenPartsShown);
  const readyScans = useMemo(() => {
    const placed = withStands(scans.flatMap(toNamedScan), scene.placements);
    return areHiddenPartsShown ? placed : withVolumes(placed, scene.volumes);
  }, [scans, scene.placements, scene.volumes, areHiddenPartsShown]);
  // Drawings lie on floors and on sheets; when there is nothing else, the canvas shows the first one.
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
    "z-20 min-h-0 flex-col bg-paper max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:h-[56%] max-md:rounded-t-soft max-md:border-t max-md:border-line max-md:shadow-overlay md:flex";
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
            side,
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
          <PastNote blueprintId={blueprint.id} />
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
          aria-label="Selection"
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
        <div
          className={classNames(
            "pointer-events-none absolute inset-x-2 bottom-3 z-30 flex flex-wrap items-center justify-center gap-2 md:inset-x-[17rem] md:right-[19rem] [&>*]:pointer-events-auto",
            // A sheet of properties takes the tools' place.
            openSide === "inspector" && "max-md:hidden",
          )}
        >
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
  // A scan that is being reconverted keeps its previous version.
  return delivery !== null ? [{ id, kind, delivery, name: fileName }] : [];
}

/** Publishing, exports and settings are about the document as it is now. */
function useLeavingPast({ store }: EditorRoom): void {
  const dialog = useEditor((state) => state.dialog);
  useEffect(() => {
    if (dialog !== null && dialog !== "help" && dialog !== "palette") leavePast(store);
  }, [dialog, store]);
}

/** Shares the selection with teammates and drops deleted objects from it. */
function useSelectionFollowing({ session, store }: EditorRoom): void {
  const { scene } = useDocument();
  const selection = useEditor((state) => state.selection);
  const there = useMemo(() => listPresent(scene, selection), [scene, selection]);
  useEffect(() => session.showSelection(selection), [session, selection]);
  useEffect(() => {
    if (there.length < selection.length) selectObjects(store, there);
  }, [there, selection, store]);
}
