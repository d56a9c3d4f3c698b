import type { PublishedAnchor } from "@blueprint/contract/published";
import type { PublishedStop, PublishedTour } from "@blueprint/contract/published-content";
import { Pause, Play, SkipBack, SkipForward, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { findMediaAddress, usePlaceAccess } from "../anchors/place-access.ts";
import { advanceTour, stepTour, tourStart } from "./tour-clock.ts";
import { describeStop, type StopObjects } from "./tour-stop.ts";

const tickMs = 250;

/** Plays a tour: moves to each stop and narrates it, until paused. */
export function TourPlayer({
  tour,
  objects,
  shownAnchorId,
  isBare = false,
  onStop,
  onClose,
}: {
  readonly tour: PublishedTour;
  readonly objects: StopObjects;
  /** The anchor whose card is open: its title and text stand there, and not here too. */
  readonly shownAnchorId: string | null;
  /** Has no frame: the sheet already has one. */
  readonly isBare?: boolean;
  /** Called with each stop as it begins. */
  readonly onStop: (stop: PublishedStop) => void;
  readonly onClose: () => void;
}) {
  const [moment, setMoment] = useState(tourStart);
  const audioRef = useRef<HTMLAudioElement>(null);
  const place = usePlaceAccess();
  const { t } = useWording();
  const stop = tour.stops[moment.stop];
  const { anchor, title, text: ownText } = describeStop(stop, objects);
  const sound = findMediaAddress(stop?.audio, place);
  const soundUrl = sound.kind === "shown" ? sound.url : null;
  const stopId = stop?.id;

  const begin = useEffectEvent(() => {
    if (stop !== undefined) onStop(stop);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stop begins when another one was before it.
  useEffect(() => begin(), [stopId]);
  useEffect(() => {
    const audio = audioRef.current;
    if (audio === null || soundUrl === null) return;
    // Browsers may block playback without a gesture; the text is shown regardless.
    if (moment.isPlaying) audio.play().catch(() => undefined);
    else audio.pause();
  }, [moment.isPlaying, soundUrl]);
  useEffect(() => {
    if (!moment.isPlaying) return;
    const timer = setInterval(() => {
      const audio = audioRef.current;
      const isSounding = audio !== null && !audio.paused && !audio.ended;
      setMoment((before) => advanceTour(before, tour, tickMs / 1000, isSounding));
    }, tickMs);
    return () => clearInterval(timer);
  }, [tour, moment.isPlaying]);

  const isCardOpen = anchor !== undefined && anchor.id === shownAnchorId;
  const text = isCardOpen ? "" : ownText;
  // The open card already shows a narration that repeats its text.
  const told = stop === undefined ? "" : stop.narration === "" ? text : toTold(stop.narration, isCardOpen, anchor);
  const fraction = stop === undefined ? 0 : Math.min(1, moment.elapsedSeconds / stop.seconds);
  return (
    <section
      aria-label={t("tour.label", { name: tour.name })}
      data-panel="tour"
      className={classNames(
        "grid shrink-0 grid-cols-[minmax(0,1fr)] gap-1.5",
        isBare ? "px-4 pb-2" : "pointer-events-auto rounded-soft border border-line bg-sheet p-3 shadow-overlay",
      )}
    >
      <header className="flex items-center justify-between gap-2">
        <p className="min-w-0 truncate font-strong">{tour.name === "" ? t("tour.tour") : tour.name}</p>
        <span className="flex shrink-0 items-center">
          <IconButton
            label={t("tour.previous")}
            icon={SkipBack}
            disabled={moment.stop === 0}
            onClick={() => setMoment((before) => stepTour(before, tour, -1))}
          />
          <IconButton
            label={t(moment.isOver ? "tour.again" : moment.isPlaying ? "tour.pause" : "tour.play")}
            icon={moment.isPlaying ? Pause : Play}
            onClick={() =>
              setMoment((before) => (before.isOver ? tourStart : { ...before, isPlaying: !before.isPlaying }))
            }
          />
          <IconButton
            label={t("tour.next")}
            icon={SkipForward}
            disabled={moment.isOver}
            onClick={() => setMoment((before) => stepTour(before, tour, 1))}
          />
          <IconButton label={t("tour.leave")} icon={X} onClick={onClose} />
        </span>
      </header>
      <div aria-live="polite" className="grid gap-1">
        <p>
          <span className="font-mono text-caption text-ink-soft">
            {moment.stop + 1}/{tour.stops.length}
          </span>{" "}
          {moment.isOver ? t("tour.ended") : isCardOpen ? "" : title === "" ? t("page.untitled") : title}
        </p>
        {told === "" || moment.isOver ? null : (
          <p className="max-h-28 overflow-y-auto text-ink-soft whitespace-pre-line">{told}</p>
        )}
      </div>
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-sunken">
        <div className="h-full bg-accent" style={{ width: `${fraction * 100}%` }} />
      </div>
      {soundUrl === null ? null : (
        // biome-ignore lint/a11y/useMediaCaption: what is told is shown above.
        <audio key={stop?.id} ref={audioRef} src={soundUrl} preload="auto" className="hidden" />
      )}
    </section>
  );
}

function toTold(narration: string, isCardOpen: boolean, anchor: PublishedAnchor | undefined): string {
  return isCardOpen && narration.trim() === anchor?.text.trim() ? "" : narration;
}
