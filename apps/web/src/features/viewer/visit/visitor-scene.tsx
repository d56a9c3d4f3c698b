import { findFirstScan } from "@blueprint/contract/first-picture";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import type { PublishedStop, PublishedView } from "@blueprint/contract/published-content";
import { Link } from "@tanstack/react-router";
import {
  CircleHelp,
  Eye,
  FileText,
  Footprints,
  List,
  Map as MapIcon,
  Plane,
  Rotate3d,
  RotateCcw,
  Ruler,
  X,
} from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { AnchorCard } from "../anchors/anchor-card.tsx";
import { AnchorList } from "../anchors/anchor-list.tsx";
import { Whereabouts } from "../anchors/whereabouts.tsx";
import { CameraWatch } from "../camera/camera-watch.ts";
import { Aim } from "../controls/aim.tsx";
import { findEarlyScene } from "../first-picture/early-scene.ts";
import { ScanPoster } from "../first-picture/scan-poster.tsx";
import { useSceneCanvas } from "../first-picture/use-scene-canvas.ts";
import { useVisitorMeasure } from "../measure/use-visitor-measure.ts";
import { removeMeasurePoint } from "../measure/visitor-measure.ts";
import type { SpokenBlueprint } from "../place/visitor-language.ts";
import type { VisitorSearch } from "../place/visitor-search.ts";
import { listPlanFloors, listSheets } from "../plans/plan-floors.ts";
import { PlanView } from "../plans/plan-view.tsx";
import { findStorey } from "../plans/plan-window.ts";
import { ScanLayers } from "../scans/scan-layers.tsx";
import { listStandpoints, placeScans } from "../scans/scan-placement.ts";
import { useSceneLayers } from "../scans/use-scene-layers.ts";
import type {
  CameraPose,
  CanvasProblem,
  ImmersiveKind,
  ScanShowState,
  SceneHandle,
  Vector3Tuple,
  ViewMode,
} from "../scene/scene.ts";
import { readSharedView, type SharedView } from "../sharing/shared-view.ts";
import { useViewActions } from "../sharing/use-view-actions.ts";
import { StoreyPanel } from "../storeys/storey-panel.tsx";
import { useStoreys } from "../storeys/use-storeys.ts";
import { TourStart } from "../tours/tour-start.tsx";
import { everythingShown, isEverythingShown, listShown, toShown } from "../views/shown-objects.ts";
import { ViewChooser } from "../views/view-chooser.tsx";
import { ViewPicture } from "../views/view-picture.tsx";
import { ViewPictures } from "../views/view-pictures.ts";
import { ImmersiveButtons } from "../xr/immersive-buttons.tsx";
import { ZoneNotice } from "../zones/zone-notice.tsx";
import { toZonePose } from "../zones/zone-pose.ts";
import { useMovablePart } from "./movable-part.tsx";
import type { SheetHeight } from "./sheet-height.ts";
import { useIsCompact } from "./use-is-compact.ts";
import { VisitorBar } from "./visitor-bar.tsx";

// Loaded only when a visitor opens them.
const SheetPart = lazy(async () => ({ default: (await import("./sheet-part.tsx")).SheetPart }));
const TourPlayer = lazy(async () => ({ default: (await import("../tours/tour-player.tsx")).TourPlayer }));
const ViewerHelp = lazy(async () => ({ default: (await import("./viewer-help.tsx")).ViewerHelp }));
const VisitorMore = lazy(async () => ({ default: (await import("./visitor-more.tsx")).VisitorMore }));
const VisitorSheet = lazy(async () => ({ default: (await import("./visitor-sheet.tsx")).VisitorSheet }));
const VisitorMeasurePanel = lazy(async () => ({
  default: (await import("../measure/visitor-measure-panel.tsx")).VisitorMeasurePanel,
}));
const VisitorMeasureLines = lazy(async () => ({
  default: (await import("../measure/visitor-measure-lines.tsx")).VisitorMeasureLines,
}));

/** Navigation modes of the scene, or the plan of its walls from above. */
type Look = ViewMode | "plan";
const looks: readonly Look[] = ["orbit", "walk", "fly", "plan"];
const lookIcons = { orbit: Rotate3d, walk: Footprints, fly: Plane, plan: MapIcon } as const;
/** What visitors open on a phone themselves; a card, a tour and a measurement use the same sheet. */
type SheetContent = "list" | "more" | "help";
// Pixels that panels cover around a plan: title above; storeys, zoom and the bar below; the list at the side.
const coveredOnPhones = { left: 0, top: 60, bottom: 124 };
const coveredAboveSheet = { left: 0, top: 60, bottom: 64 };
const coveredOnDesktops = { top: 48, bottom: 48 };
const besideListPx = 332;

/** A published place in 3D: the canvas, its title block, the list of places and the card of the selected one. */
export function VisitorScene({
  blueprint,
  search = { b: blueprint.slug },
  choices,
}: {
  readonly blueprint: SpokenBlueprint;
  /** Choices of language and audience, if any. */
  readonly choices?: ReactNode;
  /** Search params of the place's URL under `/webxr`. */
  readonly search?: VisitorSearch;
}) {
  const { name, address, scene, scans } = blueprint;
  const { t } = useWording();
  // The team's start view, with the layers it shows.
  const startView = scene.views?.find(({ id }) => id === scene.startViewId);
  // The view of a shared link takes precedence over it.
  const [shared] = useState(() => findSharedView(blueprint));
  const layers = useSceneLayers(shared?.hiddenScanIds ?? startView?.hiddenScans, shared?.panoramaId);
  const [mode, setMode] = useState<ViewMode>(shared?.mode ?? "orbit");
  // Kept while the plan is open, so that the scene behind it doesn't change.
  const [isPlanOpen, setIsPlanOpen] = useState(false);
  // Objects that the chosen view hides.
  const [shown, setShown] = useState(() => (startView === undefined ? everythingShown : toShown(startView)));
  const [pose, setPose] = useState<CameraPose | null>(null);
  const [selectedId, setSelectedId] = useState(shared?.anchorId ?? null);
  // Each attempt creates a new canvas.
  const [attempt, setAttempt] = useState(0);
  const isCompact = useIsCompact();
  const { SceneCanvas, hasFailed: isCodeMissing } = useSceneCanvas(attempt);
  const [isListOpen, setIsListOpen] = useState(true);
  // Takes precedence in the sheet until it is closed.
  const [sheet, setSheet] = useState<SheetContent | null>(null);
  const [sheetHeight, setSheetHeight] = useState<SheetHeight>("half");
  // Closing the card returns to the list it was opened from.
  const [returnsToList, setReturnsToList] = useState(false);
  const [tourId, setTourId] = useState<string | null>(null);
  const [scanStates, setScanStates] = useState<Readonly<Record<string, ScanShowState>>>(() => {
    const begun = [...(findEarlyScene(findFirstScan(scans)?.id)?.scans ?? [])].filter(([, { isShown }]) => isShown);
    return Object.fromEntries(begun.map(([id]) => [id, "shown" as const]));
  });
  // The sheet shown instead of the scene.
  const [drawingId, setDrawingId] = useState<string | null>(null);
  const [problem, setProblem] = useState<CanvasProblem | null>(null);
  const [immersive, setImmersive] = useState<ImmersiveKind | null>(null);
  const [camera] = useState(() => new CameraWatch());
  const [pictures] = useState(() => new ViewPictures());
  useEffect(() => () => pictures.clear(), [pictures]);
  const mainRef = useRef<HTMLElement>(null);
  const sceneRef = useRef<SceneHandle>(null);
  const listRef = useRef<HTMLOListElement>(null);

  const { anchors } = scene;
  const selectedIndex = anchors.findIndex((anchor) => anchor.id === selectedId);
  const selected = anchors[selectedIndex];
  const sceneScans = scans.filter(({ kind }) => kind !== "plan");
  const drawing = scans.find(({ id, kind }) => kind === "plan" && (id === drawingId || sceneScans.length === 0));
  // A drawing opened by itself is shown as a plain sheet, wherever it is placed.
  const isDrawing = drawing !== undefined;
  const hasScene = sceneScans.some(({ kind }) => kind !== "panorama");
  const isPanorama = !hasScene || layers.panoramaId !== null;
  const slices = findPlans(sceneScans, layers.hiddenIds);
  const laid = listShown(shown, "plans", scene.plans ?? []);
  const floors =
    drawing === undefined
      ? listPlanFloors(slices, { ...scene, plans: [...laid] }, scans)
      : listSheets(drawing.delivery.plans);
  const isPlanShown = (isPlanOpen || isDrawing) && floors.length > 0;
  const view: Look = isPlanShown ? "plan" : mode;
  const seenBounds = placeScans(sceneScans.filter(({ id, kind }) => kind !== "panorama" && !layers.hiddenIds.has(id)));
  const storeys = useStoreys(
    isDrawing ? [] : floors,
    seenBounds.map(({ delivery }) => delivery.bounds),
    view,
    sceneRef,
    shared,
  );
  const planHeight = (selected?.position ?? pose?.position)?.[1] ?? 0;
  const planStorey = storeys.storey ?? findStorey(storeys.floorsM, planHeight);
  const measuring = useVisitorMeasure(sceneRef, scans);
  const isMeasurable = problem === null && !isDrawing && !isPlanShown && Object.values(scanStates).includes("shown");
  const toggleMeasuring = () => {
    measuring.toggle();
    // Focus the scene, which handles the keys that move the camera and set points.
    sceneRef.current?.focus();
  };
  const stopMeasuring = () => {
    measuring.stop();
    sceneRef.current?.focus();
  };
  const states = Object.values(scanStates);
  const isSceneShown = problem === null && !isDrawing && states.includes("shown");
  const actions = useViewActions(
    sceneRef,
    name,
    {
      mode,
      panoramaId: layers.panoramaId,
      // With one scan there is nothing to switch off.
      hiddenScanIds: sceneScans.length < 2 ? null : [...layers.hiddenIds],
      storey: storeys.storey,
      cutM: storeys.cutM,
      anchorId: selected?.id ?? null,
    },
    isSceneShown && !isPlanShown,
  );
  const tour = scene.tours?.find(({ id }) => id === tourId);
  const hasFailed = isCodeMissing || states.includes("failed");

  // The number on a pin is its position in the list, whatever a view hides.
  const numbered = useMemo(() => anchors.map((anchor, index) => ({ ...anchor, number: index + 1 })), [anchors]);
  const pins = useMemo(() => listShown(shown, "anchors", numbered), [shown, numbered]);
  const zones = useMemo(() => listShown(shown, "zones", scene.zones ?? []), [shown, scene.zones]);

  const showAnchor = (anchorId: string) => {
    // Selecting an anchor that the view hides shows everything.
    if (!pins.some(({ id }) => id === anchorId)) flushSync(() => setShown(everythingShown));
    const height = anchors.find(({ id }) => id === anchorId)?.position[1];
    if (height !== undefined && !isDrawing) {
      if (view === "plan" && floors.length > 1) storeys.choose(findStorey(storeys.floorsM, height));
      else storeys.reveal(height);
    }
    setSelectedId(anchorId);
    sceneRef.current?.flyToAnchor(anchorId);
  };
  const openAnchor = (anchorId: string) => {
    if (sheet !== null) setReturnsToList(sheet === "list");
    if (selected === undefined) setSheetHeight("half");
    setSheet(null);
    showAnchor(anchorId);
  };
  const openSheet = (next: SheetContent | null) => {
    setSheet(next);
    setSheetHeight("half");
  };
  const startTour = (id: string) => {
    openSheet(null);
    setReturnsToList(false);
    setTourId(id);
  };
  const chooseView = (view: PublishedView) => {
    // The canvas has to be in the new mode before its camera moves.
    flushSync(() => {
      look(view.mode);
      layers.hideOnly(view.hiddenScans ?? []);
      setShown(toShown(view));
    });
    sceneRef.current?.setPose({ position: view.position, target: view.target });
  };
  const showStop = ({ anchorId, viewId, zoneId }: PublishedStop) => {
    if (anchorId !== undefined) return showAnchor(anchorId);
    setSelectedId(null);
    const view = scene.views?.find(({ id }) => id === viewId);
    if (view !== undefined) return chooseView(view);
    const zone = scene.zones?.find(({ id }) => id === zoneId);
    if (zone === undefined) return;
    // A zone is seen whole from outside it, whatever was looked at before.
    flushSync(() => {
      look("orbit");
      setShown(everythingShown);
    });
    storeys.reveal(zone.heights[0]);
    const now = sceneRef.current?.getPose();
    if (now !== undefined) sceneRef.current?.setPose(toZonePose(zone, now));
  };
  const look = (next: Look) => {
    layers.leavePanorama();
    setIsPlanOpen(next === "plan");
    if (next !== "plan") setMode(next);
    else setPose(sceneRef.current?.getPose() ?? null);
  };
  /** Moves from the plan to the chosen point, keeping the heading. */
  const goTo = (floorPoint: Vector3Tuple) => {
    // The canvas has to be in the new mode before its camera moves.
    flushSync(() => look("walk"));
    sceneRef.current?.walkNear(floorPoint);
    sceneRef.current?.focus();
  };
  const closeAnchor = () => {
    if (selectedId === null) return;
    flushSync(() => {
      setSelectedId(null);
      if (returnsToList) openSheet("list");
      setReturnsToList(false);
    });
    const button = listRef.current?.querySelector<HTMLElement>(`[data-anchor="${CSS.escape(selectedId)}"]`);
    // The list may be closed or filtered: then focus the canvas.
    if (button) button.focus();
    else sceneRef.current?.focus();
  };
  const stepAnchor = (by: 1 | -1) => {
    const next = anchors[(selectedIndex + by + anchors.length) % anchors.length];
    if (next !== undefined) openAnchor(next.id);
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, [role=dialog]")) return;
    // An open tooltip may handle Escape; the card still closes with it.
    if (event.key === "Escape" && isCompact && sheet !== null) setSheet(null);
    else if (event.key === "Escape" && selectedId === null && measuring.measure !== null) stopMeasuring();
    else if (event.key === "Escape") closeAnchor();
    else if (event.defaultPrevented) return;
    else if (event.key === "?") openSheet("help");
    else if (isDrawing) return;
    else if (event.key.toLowerCase() === "o") look("orbit");
    else if (event.key.toLowerCase() === "v") look("walk");
    else if (event.key.toLowerCase() === "f") look("fly");
    else if (event.key.toLowerCase() === "m" && isMeasurable) toggleMeasuring();
    else if (measuring.measure !== null && isMeasurable && event.key === "Enter" && !isOnControl(event))
      measuring.addAtAim();
    else if (measuring.measure !== null && event.key === "Backspace")
      measuring.change(removeMeasurePoint(measuring.measure));
    else if (event.key.toLowerCase() === "p" && floors.length > 0) look("plan");
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);

  const isMeasuring = measuring.measure !== null && isMeasurable;
  const content =
    sheet ?? (tour !== undefined ? "tour" : selected !== undefined ? "card" : isMeasuring ? "measure" : null);
  const hasSheet = isCompact && content !== null;
  const isSheetFull = hasSheet && sheetHeight === "full";
  const closeSheet = () => {
    if (sheet !== null) setSheet(null);
    else if (tour !== undefined) setTourId(null);
    else if (selected !== undefined) closeAnchor();
    else stopMeasuring();
  };
  const topic = isPlanShown ? "plan" : isPanorama ? "panorama" : mode;
  const standing = isPanorama ? "panorama" : view === "walk" ? "floor" : "nowhere";
  const whereabouts =
    selected === undefined || isDrawing || (!isPanorama && seenBounds.length === 0) ? null : (
      <Whereabouts
        position={selected.position}
        standing={standing}
        camera={camera}
        floorsM={storeys.floorsM.length > 0 ? storeys.floorsM : [findLowest(seenBounds)]}
      />
    );
  const views = scene.views ?? [];
  const viewPicture = ({ id }: PublishedView) =>
    !isSceneShown || isPanorama ? null : (
      <ViewPicture viewId={id} pictures={pictures} onWant={() => pictures.want(scans, views, mainRef.current!)} />
    );
  const card =
    selected === undefined ? null : (
      <AnchorCard
        anchor={selected}
        number={selectedIndex + 1}
        // On a phone, the tour's own buttons step.
        total={isCompact && tour !== undefined ? 1 : anchors.length}
        whereabouts={whereabouts}
        onStep={stepAnchor}
        onClose={closeAnchor}
      />
    );
  const zoneNotice =
    standing === "nowhere" || isPlanShown || zones.length === 0 ? null : <ZoneNotice zones={zones} camera={camera} />;
  const storeyPanel =
    isDrawing || isPanorama || SceneCanvas === null || !states.includes("shown") ? null : (
      <StoreyPanel
        camera={camera}
        view={view}
        floors={floors}
        storeys={storeys}
        planStorey={planStorey}
        onGoTo={goTo}
        onOpenPlan={() => look("plan")}
      />
    );
  const list = <AnchorList anchors={anchors} selectedAnchorId={selectedId} listRef={listRef} onSelect={openAnchor} />;
  const modes =
    isPanorama || isDrawing ? null : (
      <SegmentedControl
        label={t("scene.mode")}
        segments={looks
          .filter((value) => value !== "plan" || floors.length > 0)
          .map((value) => ({
            value,
            label: t(`scene.${value}`),
            ...(isCompact ? { icon: lookIcons[value] } : {}),
          }))}
        value={isPlanShown ? "plan" : mode}
        onChange={look}
      />
    );
  const measurePanel =
    !isMeasurable || measuring.measure === null ? null : (
      <Suspense fallback={null}>
        <VisitorMeasurePanel
          measure={measuring.measure}
          scene={scene}
          hasMissed={measuring.hasMissed}
          isBare={isCompact}
          onChange={measuring.change}
          onSetAtAim={measuring.addAtAim}
          onClose={stopMeasuring}
        />
      </Suspense>
    );
  const player =
    tour === undefined ? null : (
      <Suspense fallback={null}>
        <TourPlayer
          key={tour.id}
          tour={tour}
          objects={{ anchors, views: scene.views ?? [], zones: scene.zones ?? [] }}
          shownAnchorId={selectedId}
          isBare={isCompact}
          onStop={showStop}
          onClose={() => setTourId(null)}
        />
      </Suspense>
    );
  // One card and one player for both layouts: turning a tablet keeps what a form holds.
  const movableCard = useMovablePart(card);
  const movablePlayer = useMovablePart(player);
  const immersiveButtons = isSceneShown ? <ImmersiveButtons sceneRef={sceneRef} inside={immersive} /> : null;
  const showEverything = isEverythingShown(shown) ? null : (
    <Button className="bg-sheet" onClick={() => setShown(everythingShown)}>
      <Eye strokeWidth={1.5} aria-hidden="true" />
      {t("scene.showEverything")}
    </Button>
  );
  const scanLayers = (
    <ScanLayers
      scans={scans}
      layers={layers}
      states={scanStates}
      drawings={{ openId: drawing?.id ?? null, open: setDrawingId }}
    />
  );
  const title = (
    <>
      <a
        href="/"
        aria-label={t("page.home")}
        className="grid size-9 shrink-0 place-items-center pointer-coarse:size-11"
      >
        <Logo withName={false} />
      </a>
      <div className="min-w-0 flex-1">
        <h1 className="truncate font-strong" title={name}>
          {name}
        </h1>
        {address === "" ? null : <p className="truncate text-caption text-ink-soft">{address}</p>}
      </div>
    </>
  );

  return (
    <main
      ref={mainRef}
      id="content"
      tabIndex={-1}
      className={classNames(
        "fixed inset-0 overflow-hidden bg-sunken outline-none",
        "[--bar:calc(3.75rem+env(safe-area-inset-bottom,0px))] [--head:calc(3.25rem+env(safe-area-inset-top,0px))]",
        "[--sheet-full:calc(100dvh-var(--bar)-var(--head))] [--sheet-half:42dvh] [--sheet-peek:5.75rem]",
        // On its side, a phone has the sheet beside the scene; at full it is as wide as the window.
        "sm:[--sheet-full:calc(100dvh-var(--bar))] sm:[--sheet-half:calc(100dvh-var(--bar))]",
      )}
    >
      <title>{`${name} · Blueprint`}</title>
      <Link
        to="/webxr"
        search={{ ...search, text: 1 }}
        className="sr-only z-50 rounded-sharp bg-ink px-3 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t("scene.skipToText")}
      </Link>

      {movableCard.part}
      {movablePlayer.part}
      {isCompact ? (
        <>
          <aside
            aria-label={t("scene.about")}
            className={classNames(
              "absolute top-0 left-0 z-20 flex h-(--head) w-full items-center gap-2 border-line border-b bg-sheet px-2 pt-[env(safe-area-inset-top)] sm:w-80 sm:border-r",
              isSheetFull && "sm:hidden",
            )}
          >
            {title}
          </aside>
          <div className="pointer-events-none absolute top-(--head) left-0 z-10 flex w-full flex-wrap items-center justify-end gap-2 p-2 *:pointer-events-auto sm:w-80 sm:justify-start">
            {isSheetFull ? null : zoneNotice}
            {isSheetFull ? null : immersiveButtons}
            {isSheetFull ? null : showEverything}
            {isSheetFull ? null : scanLayers}
            {hasSheet ? null : storeyPanel}
          </div>
        </>
      ) : (
        <>
          <div className="pointer-events-none absolute inset-y-3 left-3 z-20 flex w-80 flex-col items-start justify-between gap-3 *:pointer-events-auto">
            <aside
              aria-label={t("scene.about")}
              className="flex max-h-full min-h-14 w-full flex-col border border-line bg-sheet"
            >
              <header className="flex items-center gap-2 p-2 pl-3">
                {title}
                <IconButton
                  label={t(isListOpen ? "scene.hideList" : "scene.showList")}
                  icon={List}
                  pressed={isListOpen}
                  tooltipSide="bottom"
                  onClick={() => setIsListOpen(!isListOpen)}
                />
              </header>
              {isListOpen ? (
                <div className="flex max-h-[60dvh] min-h-0 flex-col border-t border-hairline">{list}</div>
              ) : null}
            </aside>
            {measurePanel}
          </div>
          <div className="pointer-events-none absolute inset-y-3 right-3 left-86 z-20 flex flex-col items-end justify-between gap-3">
            <div className="grid justify-items-end gap-2">
              <div className="flex flex-wrap items-center justify-end gap-2 *:pointer-events-auto">
                {immersiveButtons}
                {choices}
                <ViewChooser views={views} picture={viewPicture} onChoose={chooseView} />
                {isMeasurable ? (
                  <Button
                    aria-pressed={measuring.measure !== null}
                    className="bg-sheet aria-pressed:border-accent aria-pressed:text-accent"
                    onClick={toggleMeasuring}
                  >
                    <Ruler strokeWidth={1.5} aria-hidden="true" />
                    {t("scene.measure")}
                  </Button>
                ) : null}
                {showEverything}
                {scanLayers}
                {modes}
                <div className="flex rounded-sharp border border-line bg-sheet">
                  {actions.map(({ id, label, icon, run }) => (
                    <IconButton key={id} label={label} icon={icon} tooltipSide="bottom" onClick={run} />
                  ))}
                  {isDrawing ? null : (
                    <IconButton
                      label={t("scene.resetView")}
                      icon={RotateCcw}
                      tooltipSide="bottom"
                      onClick={() => sceneRef.current?.resetView()}
                    />
                  )}
                  <Popover
                    label={t("help.button")}
                    wide
                    open={sheet === "help"}
                    onOpenChange={(isOpen) => setSheet(isOpen ? "help" : null)}
                    trigger={<IconButton label={t("help.button")} icon={CircleHelp} tooltipSide="bottom" />}
                  >
                    <div className="flex max-h-[70dvh] flex-col">
                      <Suspense fallback={null}>
                        <ViewerHelp topic={topic} />
                      </Suspense>
                    </div>
                  </Popover>
                  <Button asChild variant="quiet" className="px-2.5">
                    <Link to="/webxr" search={{ ...search, text: 1 }} aria-label={t("scene.textVersion")}>
                      <FileText strokeWidth={1.5} aria-hidden="true" />
                      {t("scene.textVersion")}
                    </Link>
                  </Button>
                </div>
              </div>
              {zoneNotice}
              {storeyPanel}
            </div>
            <div className="flex min-h-0 w-88 max-w-full flex-col items-end gap-3">
              {card === null ? null : (
                <div
                  data-panel="card"
                  className="pointer-events-auto flex min-h-24 w-full animate-rise flex-col border border-line bg-sheet"
                >
                  {movableCard.outlet}
                </div>
              )}
              {player === null ? (
                <TourStart tours={scene.tours ?? []} onStart={startTour} />
              ) : (
                <div className="w-full shrink-0">{movablePlayer.outlet}</div>
              )}
            </div>
          </div>
        </>
      )}

      {scans.length === 0 ? (
        <div className="sheet-grid absolute inset-0 grid place-items-center p-6 text-center text-ink-soft">
          {t("scene.noScan")}
        </div>
      ) : (
        // On a phone the sheet covers a part: flights must end in the remaining one.
        <div
          className={classNames(
            "absolute top-0 left-0 isolate",
            !hasSheet
              ? "right-0 bottom-0"
              : sheetHeight === "peek"
                ? "right-0 bottom-[calc(var(--bar)+var(--sheet-peek))] sm:bottom-0"
                : "right-0 bottom-[calc(var(--bar)+var(--sheet-half))] sm:right-96 sm:bottom-0",
            // Controls in the scene stay above the bar, which the sheet keeps them from.
            isCompact && (hasSheet ? "[--foot:0px] sm:[--foot:var(--bar)]" : "[--foot:var(--bar)]"),
          )}
        >
          {SceneCanvas === null || isDrawing ? null : (
            <SceneCanvas
              key={attempt}
              ref={sceneRef}
              label={name}
              scans={scans}
              hiddenScanIds={layers.hiddenIds}
              panoramaId={layers.panoramaId}
              onEnterPanorama={layers.enterPanorama}
              anchors={pins}
              selectedAnchorId={selectedId}
              zones={zones}
              zoneLook="outline"
              mode={mode}
              onModeChange={setMode}
              floorsM={storeys.floorsM}
              storeyM={storeys.storeyM}
              cutM={storeys.cutM}
              // Its pins and controls must not show through the plan.
              className={isPlanShown ? "[&_[data-marker]]:hidden!" : ""}
              hasPageKeys
              // In a panorama, the camera has its place, and only a direction to look in.
              startView={shared?.panoramaId == null ? shared?.pose : undefined}
              startAim={shared?.panoramaId == null ? undefined : shared.pose.target}
              onAnchorSelect={openAnchor}
              onScanState={(scanId, state) => setScanStates((before) => ({ ...before, [scanId]: state }))}
              onCameraMove={camera.note}
              onImmersive={setImmersive}
              onProblem={setProblem}
              onPick={
                measuring.measure === null
                  ? undefined
                  : (_hit, { clientX, clientY }) => measuring.addAt(clientX, clientY)
              }
            >
              {measuring.measure === null ? null : (
                <Suspense fallback={null}>
                  <VisitorMeasureLines measure={measuring.measure} />
                </Suspense>
              )}
            </SceneCanvas>
          )}
          {/* The first picture counts as shown, but it is gone by now: without the canvas code nothing is visible. */}
          {problem === null && !isDrawing && (isCodeMissing || !states.includes("shown")) ? (
            <ScanPoster
              previewUrl={findFirstScan(scans)?.delivery.previewUrl}
              hasFailed={hasFailed}
              onRetry={() => {
                setScanStates({});
                setAttempt(attempt + 1);
              }}
            />
          ) : null}
          {measuring.measure === null || !isMeasurable ? null : <Aim />}
          {isPlanShown ? (
            <PlanView
              key={drawing?.id ?? slices[0]?.url ?? "drawings"}
              floors={floors}
              storey={planStorey}
              anchors={isDrawing ? [] : anchors}
              selectedAnchorId={selectedId}
              pose={isDrawing ? null : pose}
              onSelect={openAnchor}
              onGoTo={isDrawing ? null : goTo}
              isBesidePanel={!isCompact}
              covered={
                isCompact
                  ? hasSheet
                    ? coveredAboveSheet
                    : coveredOnPhones
                  : { ...coveredOnDesktops, left: isListOpen ? besideListPx : 0 }
              }
            />
          ) : null}
          {problem === "webgl-missing" && !isPlanShown ? (
            <Button asChild variant="primary" className="absolute bottom-1/4 left-1/2 z-20 -translate-x-1/2">
              <Link to="/webxr" search={{ ...search, text: 1 }}>
                {t("scene.openTextVersion")}
              </Link>
            </Button>
          ) : null}
        </div>
      )}

      {hasSheet ? (
        <Suspense fallback={null}>
          <VisitorSheet height={sheetHeight} onHeight={setSheetHeight} onClose={closeSheet}>
            {content === "list" ? (
              // Room for the close button next to the list's heading.
              <div className="relative flex min-h-0 flex-1 flex-col [&_h2]:pt-2.5 [&_h2]:pr-14 [&_h2]:pb-3.5">
                <IconButton
                  label={t("scene.closeList")}
                  icon={X}
                  className="absolute top-0 right-1"
                  onClick={() => setSheet(null)}
                />
                {list}
              </div>
            ) : null}
            {content === "more" ? (
              <SheetPart title={t("scene.more")} onClose={closeSheet}>
                <VisitorMore
                  actions={actions}
                  views={views}
                  picture={viewPicture}
                  search={search}
                  choices={choices}
                  onView={(view) => {
                    setSheet(null);
                    chooseView(view);
                  }}
                  onMeasure={
                    isMeasurable
                      ? () => {
                          setSheet(null);
                          toggleMeasuring();
                        }
                      : null
                  }
                  onReset={isDrawing ? null : () => sceneRef.current?.resetView()}
                  onHelp={() => openSheet("help")}
                />
              </SheetPart>
            ) : null}
            {content === "help" ? (
              <SheetPart title={t("help.button")} onClose={closeSheet}>
                <ViewerHelp topic={topic} />
              </SheetPart>
            ) : null}
            {/* The tour goes on under the list. */}
            <div className={content === "tour" ? "contents" : "hidden"}>{movablePlayer.outlet}</div>
            {content === "tour" || content === "card" ? movableCard.outlet : null}
            {content === "measure" ? (
              <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{measurePanel}</div>
            ) : null}
          </VisitorSheet>
        </Suspense>
      ) : null}
      {isCompact ? (
        <VisitorBar
          isListOpen={sheet === "list"}
          isMoreOpen={sheet === "more"}
          onList={() => openSheet(sheet === "list" ? null : "list")}
          onMore={() => openSheet(sheet === "more" ? null : "more")}
        >
          {modes}
          <TourStart tours={scene.tours ?? []} isIcon onStart={startTour} />
        </VisitorBar>
      ) : null}
    </main>
  );
}

/** Whether the focused element handles the key itself. */
function isOnControl({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("a, button, summary") !== null;
}

/** Storeys of the first visible scan that has any. */
function findPlans(scans: PublishedBlueprint["scans"], hiddenIds: ReadonlySet<string>) {
  const seen = placeScans(scans).filter(({ id }) => !hiddenIds.has(id));
  return seen.find(({ delivery }) => delivery.plans.length > 0)?.delivery.plans ?? [];
}

/** The view of the page's address. What the place no longer has is left out. */
function findSharedView({ scans, scene }: SpokenBlueprint): SharedView | null {
  const view = readSharedView(new URLSearchParams(window.location.search).get("at"));
  if (view === null) return null;
  const { panoramaId, hiddenScanIds, anchorId } = view;
  const isPanorama = scans.flatMap(listStandpoints).some(({ id, kind }) => id === panoramaId && kind === "panorama");
  return {
    ...view,
    panoramaId: isPanorama ? panoramaId : null,
    hiddenScanIds: hiddenScanIds?.filter((id) => scans.some((scan) => scan.id === id)) ?? null,
    anchorId: scene.anchors.some(({ id }) => id === anchorId) ? anchorId : null,
  };
}

/** Height of the lowest scanned point, metres. */
function findLowest(scans: ReturnType<typeof placeScans>): number {
  return Math.min(...scans.map(({ delivery }) => delivery.bounds.min[1]));
}
