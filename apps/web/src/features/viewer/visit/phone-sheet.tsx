import { X } from "lucide-react";
import { lazy, type ReactNode } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { useVisit, type Visit } from "./visit.ts";
import { VisitList } from "./visit-list.tsx";
import { VisitMeasure } from "./visit-measure.tsx";
import { closeAnchor, closeRoute, endMeasuring } from "./visit-moves.ts";
import { VisitRoute } from "./visit-route.tsx";

// Loaded only when a visitor opens them.
const SheetPart = lazy(async () => ({ default: (await import("./sheet-part.tsx")).SheetPart }));
const ViewerHelp = lazy(async () => ({ default: (await import("./viewer-help.tsx")).ViewerHelp }));
const VisitGuide = lazy(async () => ({ default: (await import("./visit-guide.tsx")).VisitGuide }));
const VisitMore = lazy(async () => ({ default: (await import("./visit-more.tsx")).VisitMore }));
const VisitorSheet = lazy(async () => ({ default: (await import("./visitor-sheet.tsx")).VisitorSheet }));

/** What a phone shows of the place besides the scene, one thing at a time. */
export function PhoneSheet({ card, tour }: { readonly card: ReactNode; readonly tour: ReactNode }) {
  const { t } = useWording();
  const visit = useVisit();
  const { hidden, store, state, view } = visit;
  const { sheetContent } = view;
  const close = () => closeSheet(visit);
  return (
    <VisitorSheet
      height={state.sheetHeight}
      onHeight={(sheetHeight) => store.setState({ sheetHeight })}
      onClose={close}
    >
      {sheetContent === "list" ? (
        // Room for the close button next to the list's heading.
        <div className="relative flex min-h-0 flex-1 flex-col [&_h2]:pt-2.5 [&_h2]:pr-14 [&_h2]:pb-3.5">
          <IconButton label={t("scene.closeList")} icon={X} className="absolute top-0 right-1" onClick={close} />
          <VisitList />
        </div>
      ) : null}
      {sheetContent === "guide" ? (
        <SheetPart title={t("guide.heading")} onClose={close}>
          <VisitGuide />
        </SheetPart>
      ) : null}
      {sheetContent === "more" ? (
        <SheetPart title={t("scene.more")} onClose={close}>
          <VisitMore />
        </SheetPart>
      ) : null}
      {sheetContent === "help" ? (
        <SheetPart title={t("help.button")} onClose={close}>
          <ViewerHelp topic={view.helpTopic} hidden={hidden} />
        </SheetPart>
      ) : null}
      {/* The tour goes on under the list. */}
      <div className={sheetContent === "tour" ? "contents" : "hidden"}>{tour}</div>
      {sheetContent === "tour" || sheetContent === "card" ? card : null}
      {sheetContent === "route" ? (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <VisitRoute />
        </div>
      ) : null}
      {sheetContent === "measure" ? (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <VisitMeasure />
        </div>
      ) : null}
    </VisitorSheet>
  );
}

/** Closes what the sheet shows. */
function closeSheet(visit: Visit): void {
  const { store, state, view } = visit;
  if (state.sheet !== null) store.setState({ sheet: null });
  else if (view.tour !== undefined) store.setState({ tourId: null });
  else if (view.selected !== undefined) closeAnchor(visit);
  else if (state.route !== null) closeRoute(visit);
  else endMeasuring(visit);
}
