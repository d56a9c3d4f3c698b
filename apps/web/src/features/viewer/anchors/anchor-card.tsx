import { ChevronLeft, ChevronRight, Footprints, Share2, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { type SpokenAnchor, toLangAttribute } from "../place/visitor-language.ts";
import { AnchorContent } from "./anchor-content.tsx";

/** Content of one anchor. Takes the focus when it opens; markup in texts is shown literally. */
export function AnchorCard({
  anchor,
  number,
  total,
  whereabouts,
  onStep,
  onRoute,
  onShare,
  onClose,
}: {
  readonly anchor: SpokenAnchor;
  /** 1-based. */
  readonly number: number;
  readonly total: number;
  readonly whereabouts: ReactNode;
  readonly onStep: (by: 1 | -1) => void;
  /** Null if there is no floor to walk on. */
  readonly onRoute: (() => void) | null;
  /** Null where sharing is left out. */
  readonly onShare: (() => void) | null;
  readonly onClose: () => void;
}) {
  const { t } = useWording();
  const headingRef = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each anchor's card is read out anew.
  useEffect(() => headingRef.current?.focus({ preventScroll: true }), [anchor.id]);

  return (
    <section aria-label={t("list.place")} data-anchor-card={anchor.id} className="flex min-h-0 flex-1 flex-col">
      <header className="flex items-start justify-between gap-2 border-b border-hairline py-2 pr-2 pl-4">
        <h2
          ref={headingRef}
          tabIndex={-1}
          {...toLangAttribute(anchor.spoken, "title")}
          className="min-w-0 py-1.5 text-lead font-strong break-words outline-none"
        >
          {anchor.title === "" ? t("page.untitled") : anchor.title}
        </h2>
        <span className="flex shrink-0">
          {onRoute === null ? null : <IconButton label={t("route.button")} icon={Footprints} onClick={onRoute} />}
          {onShare === null ? null : <IconButton label={t("share.thisAnchor")} icon={Share2} onClick={onShare} />}
          <IconButton label={t("ui.close")} icon={X} onClick={onClose} />
        </span>
      </header>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long text scrolls by keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3.5 focus-visible:-outline-offset-2"
      >
        <AnchorContent key={anchor.id} anchor={anchor} />
      </div>
      <footer className="flex items-center gap-2 border-t border-hairline py-1 pr-2 pl-4">
        <p className="min-w-0 flex-1 text-caption text-ink-soft first-letter:uppercase">{whereabouts}</p>
        {total > 1 ? (
          <>
            <IconButton label={t("list.previous")} icon={ChevronLeft} onClick={() => onStep(-1)} />
            <span className="font-mono text-caption text-ink-soft">
              {number}/{total}
            </span>
            <IconButton label={t("list.next")} icon={ChevronRight} onClick={() => onStep(1)} />
          </>
        ) : null}
      </footer>
    </section>
  );
}
