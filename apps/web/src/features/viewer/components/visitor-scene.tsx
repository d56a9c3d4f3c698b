import { findFirstScan } from "@blueprint/contract/first-picture";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import { Link } from "@tanstack/react-router";
import { Eye, FileText, List, RotateCcw, Ruler, X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { describePosition } from "../describe-position.ts";
import { findEarlyScene } from "../early-scene.ts";
import { useVisitorMeasure } from "../measure/use-visitor-measure.ts";
import { removeMeasurePoint } from "../measure/visitor-measure.ts";
import { listPlanFloors, listSheets } from "../plan-floors.ts";
import { placeScans } from "../scan-placement.ts";
import { everythingShown, isEverythingShown, listShown, toShown } from "../shown-objects.ts";
import { useIsNarrow } from "../use-is-narrow.ts";
import { useSceneCanvas } from "../use-scene-canvas.ts";
import { useSceneLayers } from "../use-scene-layers.ts";
import type {
  CameraPose,
  CanvasProblem,
  ImmersiveKind,
  ScanShowState,
  SceneHandle,
  Vector3Tuple,
  ViewMode,
} from "../viewer.ts";
import type { SpokenBlueprint } from "../visitor-language.ts";
import type { VisitorSearch } from "../visitor-search.ts";
import { Aim } from "./aim.tsx";
import { AnchorCard } from "./anchor-card.tsx";
import { AnchorList } from "./anchor-list.tsx";
import { ImmersiveButtons } from "./immersive-buttons.tsx";
import { PlanView } from "./plan-view.tsx";
import { ScanLayers } from "./scan-layers.tsx";
import { ScanPoster } from "./scan-poster.tsx";
import { TourBar } from "./tour-bar.tsx";
import { ViewChooser } from "./view-chooser.tsx";
import { ViewerHelp } from "./viewer-help.tsx";

// Who does not measure fetches nothing of it.
const VisitorMeasurePanel = lazy(async () => ({
  default: (await import("../measure/visitor-measure-panel.tsx")).VisitorMeasurePanel,
}));
const VisitorMeasureLines = lazy(async () => ({
  default: (await import("../measure/visitor-measure-lines.tsx")).VisitorMeasureLines,
}));

/** How a place is looked at: moving in it, or seen from above as drawn walls. */
type Look = ViewMode | "plan";
const looks: readonly Look[] = ["orbit", "walk", "fly", "plan"];
/** Metres over the floor. */
const eyeHeightM = 1.6;
// The panels around a plan, pixels: title and controls above, storeys and zoom below, the list at the side.
const coveredOnPhones = { left: 0, top: 110, bottom: 80 };
const coveredOnDesktops = { top: 48, bottom: 48 };
const besideListPx = 332;

/** A published place in 3D: the canvas, its title block, the list of places and the card of the chosen one. */
export function VisitorScene({
  blueprint,
  search = { b: blueprint.slug },
  choices,
}: {
  readonly blueprint: SpokenBlueprint;
  /** Of the language, and of whose eyes, where there are any. */
  readonly choices?: ReactNode;
  /** What the place's address says behind `/webxr`. */
  readonly search?: VisitorSearch;
}) {
  const { name, address, scene, scans } = blueprint;
  const wording = useWording();
  const { t } = wording;
  // Where the team lets visitors begin, with what it shows there.
  const startView = scene.views?.find(({ id }) => id === scene.startViewId);
  const layers = useSceneLayers(startView?.hiddenScans);
  const [mode, setMode] = useState<ViewMode>("orbit");
  // Kept while the plan is shown, so that the picture behind it stays as it was left.
  const [isPlanOpen, setIsPlanOpen] = useState(false);
  // What the view that was chosen leaves out.
  const [shown, setShown] = useState(() => (startView === undefined ? everythingShown : toShown(startView)));
  const [pose, setPose] = useState<CameraPose | null>(null);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  // Each attempt is a new canvas.
  const [attempt, setAttempt] = useState(0);
  const isNarrow = useIsNarrow();
  const { SceneCanvas, hasFailed: isCodeMissing } = useSceneCanvas(attempt);
  // On a phone the list is a sheet that covers half the picture: closed until asked for.
  const [isListOpen, setIsListOpen] = useState(!isNarrow);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [scanStates, setScanStates] = useState<Readonly<Record<string, ScanShowState>>>(() => {
    const begun = [...(findEarlyScene(findFirstScan(scans)?.id)?.scans ?? [])].filter(([, { isShown }]) => isShown);
    return Object.fromEntries(begun.map(([id]) => [id, "shown" as const]));
  });
  // The sheet that is looked at instead of the scene.
  const [drawingId, setDrawingId] = useState<string | null>(null);
  const [problem, setProblem] = useState<CanvasProblem | null>(null);
  const [immersive, setImmersive] = useState<ImmersiveKind | null>(null);
  const sceneRef = useRef<SceneHandle>(null);
  const listRef = useRef<HTMLOListElement>(null);

  const { anchors } = scene;
  const selectedIndex = anchors.findIndex((anchor) => anchor.id === selectedId);
  const selected = anchors[selectedIndex];
  const sceneScans = scans.filter(({ kind }) => kind !== "plan");
  const drawing = scans.find(({ id, kind }) => kind === "plan" && (id === drawingId || sceneScans.length === 0));
  // A drawing that is opened by itself is looked at as the sheet it is, wherever in the place it belongs.
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
  const measuring = useVisitorMeasure(sceneRef, scans);
  const isMeasurable = problem === null && !isDrawing && !isPlanShown && Object.values(scanStates).includes("shown");
  const toggleMeasuring = () => {
    measuring.toggle();
    // The keys that move the picture and set points belong to it.
    sceneRef.current?.focus();
  };
  const stopMeasuring = () => {
    measuring.stop();
    sceneRef.current?.focus();
  };
  const states = Object.values(scanStates);
  const hasFailed = isCodeMissing || states.includes("failed");

  // The number on a pin is its place in the list, whatever a view leaves out.
  const numbered = useMemo(() => anchors.map((anchor, index) => ({ ...anchor, number: index + 1 })), [anchors]);
  const pins = useMemo(() => listShown(shown, "anchors", numbered), [shown, numbered]);
  const zones = useMemo(() => listShown(shown, "zones", scene.zones ?? []), [shown, scene.zones]);

  const openAnchor = (anchorId: string) => {
    // Whoever asks for one that the view leaves out wants to see it.
    if (!pins.some(({ id }) => id === anchorId)) flushSync(() => setShown(everythingShown));
    setSelectedId(anchorId);
    sceneRef.current?.flyToAnchor(anchorId);
  };
  const look = (next: Look) => {
    layers.leavePanorama();
    setIsPlanOpen(next === "plan");
    if (next !== "plan") setMode(next);
    else setPose(sceneRef.current?.getPose() ?? null);
  };
  /** From the plan to where somebody pointed, looking the way one looked before. */
  const goTo = ([x, y, z]: Vector3Tuple) => {
    const now = sceneRef.current?.getPose();
    const [dx, dz] = now === undefined ? [0, -1] : [now.target[0] - now.position[0], now.target[2] - now.position[2]];
    const length = Math.hypot(dx, dz) || 1;
    look("walk");
    sceneRef.current?.setPose({
      position: [x, y + eyeHeightM, z],
      target: [x + dx / length, y + eyeHeightM, z + dz / length],
    });
    sceneRef.current?.focus();
  };
  const closeAnchor = () => {
    if (selectedId === null) return;
    setSelectedId(null);
    const button = listRef.current?.querySelector<HTMLElement>(`[data-anchor="${CSS.escape(selectedId)}"]`);
    // The list may be closed or filtered: then the canvas takes the keyboard.
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
    // A tooltip that happens to be open takes Escape for itself; the card closes with it all the same.
    if (event.key === "Escape" && selectedId === null && measuring.measure !== null) stopMeasuring();
    else if (event.key === "Escape") closeAnchor();
    else if (event.defaultPrevented) return;
    else if (event.key === "?") setIsHelpOpen(true);
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

  const hasSheet = isNarrow && (selected !== undefined || isListOpen);
  const card =
    selected === undefined ? null : (
      <AnchorCard
        anchor={selected}
        number={selectedIndex + 1}
        total={anchors.length}
        whereabouts={describePosition(selected.position, isDrawing ? [] : sceneScans, wording)}
        onStep={stepAnchor}
        onClose={closeAnchor}
      />
    );
  const list = <AnchorList anchors={anchors} selectedAnchorId={selectedId} listRef={listRef} onSelect={openAnchor} />;

  return (
    <main id="content" tabIndex={-1} className="fixed inset-0 overflow-hidden bg-sunken outline-none">
      <title>{`${name} · Blueprint`}</title>
      <Link
        to="/webxr"
        search={{ ...search, text: 1 }}
        className="sr-only z-50 rounded-sharp bg-ink px-3 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t("scene.skipToText")}
      </Link>

      <aside
        aria-label={t("scene.about")}
        className={classNames(
          "absolute top-0 left-0 z-20 flex max-h-full w-full flex-col border-b border-line bg-sheet sm:top-3 sm:left-3 sm:max-h-[calc(100%-1.5rem)] sm:w-80 sm:border",
        )}
      >
        <header className="flex items-center gap-3 py-2 pr-2 pl-4">
          <a href="/" aria-label={t("page.home")} className="shrink-0">
            <Logo withName={false} />
          </a>
          <div className="min-w-0 flex-1">
            <h1 className="truncate font-strong" title={name}>
              {name}
            </h1>
            {address === "" ? null : <p className="truncate text-caption text-ink-soft">{address}</p>}
          </div>
          <IconButton
            label={t(isListOpen ? "scene.hideList" : "scene.showList")}
            icon={List}
            pressed={isListOpen}
            tooltipSide="bottom"
            onClick={() => setIsListOpen(!isListOpen)}
          />
        </header>
        {isListOpen && !isNarrow ? (
          <div className="flex max-h-[60dvh] min-h-0 flex-col border-t border-hairline">{list}</div>
        ) : null}
      </aside>

      <div className="pointer-events-none absolute top-17 right-3 left-3 z-10 flex flex-wrap items-center justify-end gap-2 *:pointer-events-auto sm:top-3 sm:left-86">
        {problem === null && !isDrawing && states.includes("shown") ? (
          <ImmersiveButtons sceneRef={sceneRef} inside={immersive} />
        ) : null}
        {choices}
        <ViewChooser
          views={scene.views ?? []}
          onChoose={(view) => {
            look(view.mode);
            layers.hideOnly(view.hiddenScans ?? []);
            setShown(toShown(view));
            sceneRef.current?.setPose({ position: view.position, target: view.target });
          }}
        />
        {isMeasurable ? (
          <Button
            aria-pressed={measuring.measure !== null}
            className="bg-sheet aria-pressed:border-accent aria-pressed:text-accent"
            onClick={toggleMeasuring}
          >
            <Ruler strokeWidth={1.5} aria-hidden="true" />
            <span className="sr-only sm:not-sr-only">{t("scene.measure")}</span>
          </Button>
        ) : null}
        {isEverythingShown(shown) ? null : (
          <Button className="bg-sheet" onClick={() => setShown(everythingShown)}>
            <Eye strokeWidth={1.5} aria-hidden="true" />
            {t("scene.showEverything")}
          </Button>
        )}
        <ScanLayers
          scans={scans}
          layers={layers}
          states={scanStates}
          drawings={{ openId: drawing?.id ?? null, open: setDrawingId }}
        />
        {isPanorama || isDrawing ? null : (
          <SegmentedControl
            label={t("scene.mode")}
            segments={looks
              .filter((value) => value !== "plan" || floors.length > 0)
              .map((value) => ({ value, label: t(`scene.${value}`) }))}
            value={isPlanShown ? "plan" : mode}
            onChange={look}
          />
        )}
        <div className="flex rounded-sharp border border-line bg-sheet">
          {isDrawing ? null : (
            <IconButton
              label={t("scene.resetView")}
              icon={RotateCcw}
              tooltipSide="bottom"
              onClick={() => sceneRef.current?.resetView()}
            />
          )}
          <ViewerHelp
            topic={isPlanShown ? "plan" : isPanorama ? "panorama" : mode}
            isOpen={isHelpOpen}
            onOpenChange={setIsHelpOpen}
          />
          <Button asChild variant="quiet" className="px-2.5">
            <Link to="/webxr" search={{ ...search, text: 1 }} aria-label={t("scene.textVersion")}>
              <FileText strokeWidth={1.5} aria-hidden="true" />
              <span className="hidden sm:inline">{t("scene.textVersion")}</span>
            </Link>
          </Button>
        </div>
      </div>

      {scans.length === 0 ? (
        <div className="sheet-grid absolute inset-0 grid place-items-center p-6 text-center text-ink-soft">
          {t("scene.noScan")}
        </div>
      ) : (
        // On a phone the sheet takes the lower part: what is flown to must lie in the part that is left.
        <div className={classNames("absolute inset-x-0 top-0 isolate", hasSheet ? "bottom-[46dvh]" : "bottom-0")}>
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
              mode={mode}
              hasPageKeys
              onAnchorSelect={openAnchor}
              onScanState={(scanId, state) => setScanStates((before) => ({ ...before, [scanId]: state }))}
              onImmersive={setImmersive}
              onProblem={setProblem}
              onPick={measuring.measure === null ? undefined : measuring.addHit}
            >
              {measuring.measure === null ? null : (
                <Suspense fallback={null}>
                  <VisitorMeasureLines measure={measuring.measure} />
                </Suspense>
              )}
            </SceneCanvas>
          )}
          {problem === null && !isDrawing && !states.includes("shown") ? (
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
              anchors={isDrawing ? [] : anchors}
              selectedAnchorId={selectedId}
              pose={isDrawing ? null : pose}
              onSelect={openAnchor}
              onGoTo={isDrawing ? null : goTo}
              covered={isNarrow ? coveredOnPhones : { ...coveredOnDesktops, left: isListOpen ? besideListPx : 0 }}
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

      {measuring.measure === null || !isMeasurable ? null : (
        <div
          className={classNames(
            "pointer-events-none absolute left-3 z-20 max-w-[calc(100%-1.5rem)]",
            hasSheet ? "bottom-[calc(46dvh+0.75rem)]" : "bottom-3",
          )}
        >
          <Suspense fallback={null}>
            <VisitorMeasurePanel
              measure={measuring.measure}
              scene={scene}
              hasMissed={measuring.hasMissed}
              onChange={measuring.change}
              onSetAtAim={measuring.addAtAim}
              onClose={stopMeasuring}
            />
          </Suspense>
        </div>
      )}
      <TourBar tours={scene.tours ?? []} anchors={anchors} isRaised={hasSheet} onStop={openAnchor} />

      {isNarrow ? (
        hasSheet ? (
          <div className="absolute inset-x-0 bottom-0 z-20 flex h-[46dvh] animate-rise flex-col border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)]">
            {card}
            {/* Kept while a card covers it, so that closing returns to the same line. */}
            <div
              className={classNames(
                // The cross lies at the end of the list's heading.
                "relative flex min-h-0 flex-1 flex-col [&_h2]:pr-14",
                (card !== null || !isListOpen) && "hidden",
              )}
            >
              <IconButton
                label={t("scene.closeList")}
                icon={X}
                className="absolute top-0.5 right-1"
                onClick={() => setIsListOpen(false)}
              />
              {list}
            </div>
          </div>
        ) : null
      ) : card === null ? null : (
        <div className="absolute right-3 bottom-3 z-20 flex max-h-[calc(100%-6rem)] w-88 animate-rise flex-col border border-line bg-sheet">
          {card}
        </div>
      )}
    </main>
  );
}

/** Whether the key belongs to something that is pressed with it. */
function isOnControl({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("a, button, summary") !== null;
}

/** The storeys of the first scan that is seen and has any. */
function findPlans(scans: PublishedBlueprint["scans"], hiddenIds: ReadonlySet<string>) {
  const seen = placeScans(scans).filter(({ id }) => !hiddenIds.has(id));
  return seen.find(({ delivery }) => delivery.plans.length > 0)?.delivery.plans ?? [];
}
