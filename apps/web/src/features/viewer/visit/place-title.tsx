import { describeOpeningBriefly } from "@blueprint/contract/describe-opening-hours";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Logo } from "../../../ui/logo.tsx";
import { useOpening } from "../place/use-opening.ts";
import { useVisit } from "./visit.ts";

/** The way home, the place's name, whether it is open, and its address. */
export function PlaceTitle() {
  const { t, language } = useWording();
  const { blueprint } = useVisit();
  const { name, address } = blueprint;
  const opening = useOpening(blueprint);
  const about = [opening === null ? "" : describeOpeningBriefly(opening, language), address]
    .filter((text) => text !== "")
    .join(" · ");
  return (
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
        {about === "" ? null : (
          <p className="truncate text-caption text-ink-soft" title={about}>
            {about}
          </p>
        )}
      </div>
    </>
  );
}
