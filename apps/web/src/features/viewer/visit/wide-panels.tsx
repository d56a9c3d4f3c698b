import { List, MessageCircleQuestion } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TourStart } from "../tours/tour-start.tsx";
import { ViewChooser } from "../views/view-chooser.tsx";
import { EverythingButton } from "./everything-button.tsx";
import { LookChoice } from "./look-choice.tsx";
import { MeasureButton } from "./measure-button.tsx";
import { PlaceTitle } from "./place-title.tsx";
import { useVisit } from "./visit.ts";
import { VisitImmersive } from "./visit-immersive.tsx";
import { VisitLayers } from "./visit-layers.tsx";
import { VisitList } from "./visit-list.tsx";
import { VisitMeasure } from "./visit-measure.tsx";
import { chooseView } from "./visit-moves.ts";
import { VisitRoute } from "./visit-route.tsx";
import { VisitStoreys } from "./visit-storeys.tsx";
import { VisitViewPicture } from "./visit-view-picture.tsx";
import { VisitZone } from "./visit-zone.tsx";
import { startTour } from "./visitor.store.ts";
import { WideTools } from "./wide-tools.tsx";

// Loaded with the first question.
const VisitGuide = lazy(async () => ({ default: (await import("./visit-guide.tsx")).VisitGuide }));

/** Panels on a screen that has room for them: the place and its list on the left, the view and the card on the right. */
export function WidePanels({ card, tour }: { readonly card: ReactNode; readonly tour: ReactNode }) {
  const visit = useVisit();
  const { blueprint, hidden, store, view } = visit;
  const { views = [], tours = [] } = blueprint.scene;
  return (
    <>
      <div className="pointer-events-none absolute inset-y-3 left-3 z-20 flex w-80 flex-col items-start justify-between gap-3 *:pointer-events-auto">
        <TitlePanel />
        <VisitMeasure />
      </div>
      <div className="pointer-events-none absolute inset-y-3 right-3 left-86 z-20 flex flex-col items-end justify-between gap-3">
        <div className="grid justify-items-end gap-2">
          <div className="flex flex-wrap items-center justify-end gap-2 *:pointer-events-auto">
            {hidden.has("headset") ? null : <VisitImmersive />}
            {visit.choices}
            <ViewChooser
              views={hidden.has("views") ? [] : views}
              picture={({ id }) => <VisitViewPicture viewId={id} />}
              onChoose={(chosen) => chooseView(visit, chosen)}
            />
            <MeasureButton />
            <EverythingButton />
            {hidden.has("layers") ? null : <VisitLayers />}
            <LookChoice />
            <WideTools />
          </div>
          <VisitZone />
          <VisitStoreys />
          <VisitRoute />
        </div>
        <div className="flex min-h-0 w-88 max-w-full flex-col items-end gap-3">
          {view.selected === undefined ? null : (
            <div
              data-panel="card"
              className="pointer-events-auto flex min-h-24 w-full animate-rise flex-col border border-line bg-sheet"
            >
              {card}
            </div>
          )}
          {view.tour === undefined ? (
            <TourStart tours={hidden.has("tours") ? [] : tours} onStart={(tourId) => startTour(store, tourId)} />
          ) : (
            <div className="w-full shrink-0">{tour}</div>
          )}
        </div>
      </div>
    </>
  );
}

function TitlePanel() {
  const { t } = useWording();
  const { hidden, store, state } = useVisit();
  const { panel } = state;
  const toggle = (next: "list" | "guide") => store.setState({ panel: panel === next ? null : next });
  const isTitled = !hidden.has("title");
  if (!isTitled && hidden.has("guide") && hidden.has("list")) return null;
  return (
    <aside
      aria-label={t("scene.about")}
      className={classNames(
        "flex max-h-full flex-col border border-line bg-sheet",
        isTitled ? "min-h-14 w-full" : panel === null ? "min-h-12 w-auto" : "w-full",
      )}
    >
      <header className={classNames("flex items-center gap-2", isTitled ? "p-2 pl-3" : "justify-end p-1.5")}>
        {isTitled ? <PlaceTitle /> : null}
        {hidden.has("guide") ? null : (
          <IconButton
            label={t("guide.heading")}
            icon={MessageCircleQuestion}
            pressed={panel === "guide"}
            tooltipSide="bottom"
            onClick={() => toggle("guide")}
          />
        )}
        {hidden.has("list") ? null : (
          <IconButton
            label={t(panel === "list" ? "scene.hideList" : "scene.showList")}
            icon={List}
            pressed={panel === "list"}
            tooltipSide="bottom"
            onClick={() => toggle("list")}
          />
        )}
      </header>
      {panel === "list" ? (
        <div className="flex max-h-[60dvh] min-h-0 flex-col border-t border-hairline">
          <VisitList />
        </div>
      ) : null}
      {panel === "guide" ? (
        <section
          aria-label={t("guide.heading")}
          className="max-h-[70dvh] min-h-0 overflow-y-auto overscroll-contain border-t border-hairline"
        >
          <Suspense fallback={null}>
            <VisitGuide />
          </Suspense>
        </section>
      ) : null}
    </aside>
  );
}
