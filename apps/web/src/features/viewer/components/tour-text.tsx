import type { PublishedTour } from "@blueprint/contract/published-content";
import { useId } from "react";
import { formatDuration } from "../../../lib/format.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { findMediaAddress, usePlaceAccess } from "../place-access.ts";
import { type SpokenAnchor, toLangAttribute } from "../visitor-language.ts";

/** A tour to read: its stops in order, each with what is told there. */
export function TourText({
  tour,
  anchors,
}: {
  readonly tour: PublishedTour;
  readonly anchors: readonly SpokenAnchor[];
}) {
  const headingId = useId();
  const place = usePlaceAccess();
  const { t } = useWording();
  const seconds = tour.stops.reduce((sum, stop) => sum + stop.seconds, 0);
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h2 id={headingId} className="border-b border-line pb-2 text-lead font-strong">
        {t("tour.heading", { name: tour.name === "" ? t("page.untitled") : tour.name })}
        <span className="ml-2 font-mono text-caption font-regular text-ink-soft">{formatDuration(seconds)}</span>
      </h2>
      {tour.summary === "" ? null : <p className="whitespace-pre-line text-pretty">{tour.summary}</p>}
      {tour.isStepFree ? <p className="text-ink-soft">{t("tour.stepFree")}</p> : null}
      <ol className="grid list-decimal gap-3 pl-6">
        {tour.stops.map((stop) => {
          const anchor = anchors.find(({ id }) => id === stop.anchorId);
          const sound = findMediaAddress(stop.audio, place);
          const isOwnText = stop.narration === "";
          const told = isOwnText ? (anchor?.text ?? "") : stop.narration;
          return (
            <li key={stop.id} className="pl-1">
              <h3 {...toLangAttribute(anchor?.spoken, "title")} className="font-strong">
                {anchor?.title === "" ? t("page.untitled") : anchor?.title}
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
                  aria-label={t("tour.narration", { title: anchor?.title })}
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
