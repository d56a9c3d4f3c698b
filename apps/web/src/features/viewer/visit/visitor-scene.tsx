import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { SpokenBlueprint } from "../place/visitor-language.ts";
import type { VisitorSearch } from "../place/visitor-search.ts";
import { useMovablePart } from "./movable-part.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { PhoneHead } from "./phone-head.tsx";
import { PhoneSheet } from "./phone-sheet.tsx";
import { useEmbedding } from "./use-embedding.ts";
import { useMissingNotice } from "./use-missing-notice.ts";
import { useNewVisit } from "./use-visit.ts";
import { useVisitKeys } from "./use-visit-keys.ts";
import { VisitContext } from "./visit.ts";
import { VisitCard } from "./visit-card.tsx";
import { VisitStage } from "./visit-stage.tsx";
import { VisitTour } from "./visit-tour.tsx";
import { WidePanels } from "./wide-panels.tsx";

/** A published place in 3D: the canvas, its title block, the list of places and the card of the selected one. */
export function VisitorScene({
  blueprint,
  search = { b: blueprint.slug },
  choices,
  isCounted = false,
}: {
  readonly blueprint: SpokenBlueprint;
  /** Choices of language and audience, if any. */
  readonly choices?: ReactNode;
  /** Search params of the place's URL under `/webxr`. */
  readonly search?: VisitorSearch;
  /** Whether the place's team learns of the visit. */
  readonly isCounted?: boolean;
}) {
  const { t } = useWording();
  const { visit, linked, missing } = useNewVisit(blueprint, search, choices, isCounted);
  useMissingNotice(missing);
  useVisitKeys(visit);
  useEmbedding(visit);
  const { hidden, view, isCompact, mainRef } = visit;
  // One card and one player for both layouts: turning a tablet keeps what a form holds.
  const card = useMovablePart(view.selected === undefined ? null : <VisitCard anchor={view.selected} />);
  const tour = useMovablePart(view.tour === undefined ? null : <VisitTour tour={view.tour} />);
  return (
    <VisitContext value={visit}>
      <main
        ref={mainRef}
        id="content"
        tabIndex={-1}
        className={classNames(
          "fixed inset-0 overflow-hidden bg-sunken outline-none",
          "[--bar:calc(3.75rem+env(safe-area-inset-bottom,0px))]",
          !hidden.has("title")
            ? "[--head:calc(3.25rem+env(safe-area-inset-top,0px))]"
            : "[--head:env(safe-area-inset-top,0px)]",
          "[--sheet-full:calc(100dvh-var(--bar)-var(--head))] [--sheet-half:42dvh] [--sheet-peek:5.75rem]",
          // On its side, a phone has the sheet beside the scene; at full it is as wide as the window.
          "sm:[--sheet-full:calc(100dvh-var(--bar))] sm:[--sheet-half:calc(100dvh-var(--bar))]",
        )}
      >
        <title>{`${blueprint.name} · Blueprint`}</title>
        <Link
          to="/webxr"
          search={{ ...search, text: 1 }}
          className="sr-only z-50 rounded-sharp bg-ink px-3 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          {t("scene.skipToText")}
        </Link>
        {card.part}
        {tour.part}
        {isCompact ? <PhoneHead /> : <WidePanels card={card.outlet} tour={tour.outlet} />}
        {blueprint.scans.length === 0 ? (
          <div className="sheet-grid absolute inset-0 grid place-items-center p-6 text-center text-ink-soft">
            {t("scene.noScan")}
          </div>
        ) : (
          <VisitStage linked={linked} />
        )}
        {isCompact && view.sheetContent !== null ? (
          <Suspense fallback={null}>
            <PhoneSheet card={card.outlet} tour={tour.outlet} />
          </Suspense>
        ) : null}
        {isCompact ? <PhoneBar /> : null}
      </main>
    </VisitContext>
  );
}
