import { MessageCircleQuestion } from "lucide-react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { EverythingButton } from "./everything-button.tsx";
import { PlaceTitle } from "./place-title.tsx";
import { useVisit } from "./visit.ts";
import { VisitImmersive } from "./visit-immersive.tsx";
import { VisitLayers } from "./visit-layers.tsx";
import { VisitStoreys } from "./visit-storeys.tsx";
import { VisitZone } from "./visit-zone.tsx";
import { toggleGuide } from "./visitor.store.ts";

/** The upper edge of a phone: the place's title, and below it what belongs to the scene. */
export function PhoneHead() {
  const { t } = useWording();
  const { hidden, store, state, view } = useVisit();
  const hasSheet = view.sheetContent !== null;
  const isSheetFull = hasSheet && state.sheetHeight === "full";
  const isTitled = !hidden.has("title");
  const guide = hidden.has("guide") ? null : (
    <IconButton
      label={t("guide.heading")}
      icon={MessageCircleQuestion}
      pressed={state.sheet === "guide"}
      tooltipSide="bottom"
      className="size-11"
      onClick={() => toggleGuide(store, true)}
    />
  );
  return (
    <>
      {isTitled ? (
        <aside
          aria-label={t("scene.about")}
          className={classNames(
            "absolute top-0 left-0 z-20 flex h-(--head) w-full items-center gap-2 border-line border-b bg-sheet px-2 pt-[env(safe-area-inset-top)] sm:w-80 sm:border-r",
            isSheetFull && "sm:hidden",
          )}
        >
          <PlaceTitle />
          {guide}
        </aside>
      ) : null}
      <div className="pointer-events-none absolute top-(--head) left-0 z-10 flex w-full flex-wrap items-center justify-end gap-2 p-2 *:pointer-events-auto sm:w-80 sm:justify-start">
        {isSheetFull ? null : (
          <>
            {isTitled || guide === null ? null : <div className="border border-line bg-sheet">{guide}</div>}
            <VisitZone />
            {hidden.has("headset") ? null : <VisitImmersive />}
            <EverythingButton />
            {hidden.has("layers") ? null : <VisitLayers />}
          </>
        )}
        {hasSheet ? null : <VisitStoreys />}
      </div>
    </>
  );
}
