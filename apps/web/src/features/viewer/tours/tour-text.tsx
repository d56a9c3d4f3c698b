import type { PublishedTour } from "@blueprint/contract/published-content";
import { formatDuration } from "../../../lib/format.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { findMediaAddress, usePlaceAccess } from "../anchors/place-access.ts";
import { type SpokenAnchor, toLangAttribute } from "../place/visitor-language.ts";
import { describeStop, type StopObjects } from "./tour-stop.ts";

/** A tour as text: its stops in order, each with its narration. */
export function TourText({
  tour,
  headingId,
  objects,
}: {
  readonly tour: PublishedTour;
  readonly headingId: string;
  readonly objects: StopObjects<SpokenAnchor>;
}) {
  const place = usePlaceAccess();
  const { t } = useWording();
  const seconds = tour.stops.reduce((sum, stop) => sum + stop.seconds, 0);
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h2
        id={headingId}
        tabIndex={-1}
        className="scroll-mt-4 border-b border-line pb-2 text-lead font-strong outline-none focus:text-accent"
      >
        {t("tour.heading", { name: tour.name === "" ? t("page.untitled") : tour.name })}
        <span className="ml-2 font-mono text-caption font-regular text-ink-soft">{formatDuration(seconds)}</span>
      </h2>
      {tour.summary === "" ? null : <p className="whitespace-pre-line text-pretty">{tour.summary}</p>}
      {tour.isStepFree ? <p className="text-ink-soft">{t("tour.stepFree")}</p> : null}
      <ol className="grid list-decimal gap-3 pl-6">
        {tour.stops.map((stop) => {
          const { anchor, title, text } = describeStop(stop, objects);
          const sound = findMediaAddress(stop.audio, place);
          const isOwnText = stop.narration === "";
          const told = isOwnText ? text : stop.narration;
          return (
            <li key={stop.id} className="pl-1">
              <h3 {...toLangAttribute(anchor?.spoken, "title")} className="font-strong">
                {title === "" ? t("page.untitled") : title}
              </h3>
              {told === "" ? null : (
                <p
                  {...(isOwnText ? toLangAttribute(anchor?.spoken, "text") : {})}
                  className="break-words whitespace-pre-line text-pretty"
                >
                  {told}
                </p>
              )}
              {sound.kind === "shown" ? (
                // biome-ignore lint/a11y/useMediaCaption: what is told stands above in words.
                <audio
                  controls
                  preload="none"
                  src={sound.url}
                  aria-label={t("tour.narration", { title })}
                  className="mt-2"
                />
              ) : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
