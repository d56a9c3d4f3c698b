import type { PublishedAnchor } from "@blueprint/contract/published";
import type { PublishedTour } from "@blueprint/contract/published-content";
import { Pause, Play, SkipBack, SkipForward, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { findMediaAddress, usePlaceAccess } from "../place-access.ts";
import { advanceTour, stepTour, tourStart } from "../tour-clock.ts";

const tickMs = 250;

/** Leads through a tour: goes to each stop, tells what is there, and waits for nobody who pauses it. */
export function TourPlayer({
  tour,
  anchors,
  onStop,
  onClose,
}: {
  readonly tour: PublishedTour;
  readonly anchors: readonly PublishedAnchor[];
  /** Called with the anchor of each stop as it begins. */
  readonly onStop: (anchorId: string) => void;
  readonly onClose: () => void;
}) {
  const [moment, setMoment] = useState(tourStart);
  const audioRef = useRef<HTMLAudioElement>(null);
  const place = usePlaceAccess();
  const { t } = useWording();
  const stop = tour.stops[moment.stop];
  const anchor = anchors.find(({ id }) => id === stop?.anchorId);
  const sound = findMediaAddress(stop?.audio, place);
  const soundUrl = sound.kind === "shown" ? sound.url : null;
  const anchorId = stop?.anchorId;

  const begin = useEffectEvent((id: string) => onStop(id));
  useEffect(() => {
    if (anchorId !== undefined) begin(anchorId);
  }, [anchorId]);
  useEffect(() => {
    const audio = audioRef.current;
    if (audio === null || soundUrl === null) return;
    // Without a gesture browsers may refuse; the words are there all the same.
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

  const told = stop === undefined ? "" : stop.narration === "" ? (anchor?.text ?? "") : stop.narration;
  const fraction = stop === undefined ? 0 : Math.min(1, moment.elapsedSeconds / stop.seconds);
  return (
    <section
      aria-label={t("tour.label", { name: tour.name })}
      className="grid gap-2 rounded-soft border border-line bg-sheet p-3 shadow-overlay"
    >
      <header className="flex items-center justify-between gap-2">
        <p className="min-w-0 truncate font-strong">{tour.name === "" ? t("tour.tour") : tour.name}</p>
        <span className="flex items-center">
          <IconButton
            label={t("tour.previous")}
            icon={SkipBack}
            size="small"
            disabled={moment.stop === 0}
            onClick={() => setMoment((before) => stepTour(before, tour, -1))}
          />
          <IconButton
            label={t(moment.isOver ? "tour.again" : moment.isPlaying ? "tour.pause" : "tour.play")}
            icon={moment.isPlaying ? Pause : Play}
            size="small"
            onClick={() =>
              setMoment((before) => (before.isOver ? tourStart : { ...before, isPlaying: !before.isPlaying }))
            }
          />
          <IconButton
            label={t("tour.next")}
            icon={SkipForward}
            size="small"
            disabled={moment.isOver}
            onClick={() => setMoment((before) => stepTour(before, tour, 1))}
          />
          <IconButton label={t("tour.leave")} icon={X} size="small" onClick={onClose} />
        </span>
      </header>
      <div aria-live="polite" className="grid gap-1">
        <p>
          <span className="font-mono text-caption text-ink-soft">
            {moment.stop + 1}/{tour.stops.length}
          </span>{" "}
          {moment.isOver ? t("tour.ended") : anchor?.title === "" ? t("page.untitled") : anchor?.title}
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
