import { findFirstScan } from "@blueprint/contract/first-picture";
import { Link } from "@tanstack/react-router";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { Aim } from "../controls/aim.tsx";
import { ScanPoster } from "../first-picture/scan-poster.tsx";
import type { LinkedStart } from "../sharing/linked-start.ts";
import { useVisit } from "./visit.ts";
import { VisitCanvas } from "./visit-canvas.tsx";
import { VisitPlan } from "./visit-plan.tsx";
import { retryCanvas } from "./visitor.store.ts";

/** The scene, its plan or a drawing, behind everything else. */
export function VisitStage({ linked }: { readonly linked: LinkedStart | null }) {
  const { t } = useWording();
  const { blueprint, search, store, state, view, canvas, isCompact } = useVisit();
  const { sheetHeight, problem, measure } = state;
  const hasSheet = isCompact && view.sheetContent !== null;
  const isAnyShown = Object.values(state.scanStates).includes("shown");
  return (
    // On a phone the sheet covers a part: flights must end in the remaining one.
    <div
      className={classNames(
        "absolute top-0 left-0 isolate",
        !hasSheet
          ? "right-0 bottom-0"
          : sheetHeight === "peek"
            ? "right-0 bottom-[calc(var(--bar)+var(--sheet-peek))] sm:bottom-0"
            : "right-0 bottom-[calc(var(--bar)+var(--sheet-half))] sm:right-96 sm:bottom-0",
        // Controls in the scene stay above the bar. An open sheet already keeps them off it.
        isCompact && (hasSheet ? "[--foot:0px] sm:[--foot:var(--bar)]" : "[--foot:var(--bar)]"),
      )}
    >
      {view.drawing === undefined ? <VisitCanvas key={state.attempt} linked={linked} /> : null}
      {/* The first picture counts as shown, but it is gone by now: without the canvas code nothing is visible. */}
      {problem === null && view.drawing === undefined && (canvas.hasFailed || !isAnyShown) ? (
        <ScanPoster
          previewUrl={findFirstScan(blueprint.scans)?.delivery.previewUrl}
          hasFailed={canvas.hasFailed || view.hasScanFailed}
          onRetry={() => retryCanvas(store)}
        />
      ) : null}
      {measure !== null && view.isMeasurable ? <Aim /> : null}
      {view.isPlanShown ? <VisitPlan key={view.planKey} /> : null}
      {problem === "webgl-missing" && !view.isPlanShown ? (
        <Button asChild variant="primary" className="absolute bottom-1/4 left-1/2 z-20 -translate-x-1/2">
          <Link to="/webxr" search={{ ...search, text: 1 }}>
            {t("scene.openTextVersion")}
          </Link>
        </Button>
      ) : null}
    </div>
  );
}
