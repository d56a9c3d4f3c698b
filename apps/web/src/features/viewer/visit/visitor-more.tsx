import type { PublishedView } from "@blueprint/contract/published-content";
import { Link } from "@tanstack/react-router";
import { CircleHelp, FileText, type LucideIcon, RotateCcw, Ruler, Share2 } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import type { VisitorSearch } from "../place/visitor-search.ts";
import type { ShareChoice } from "../sharing/use-share-choices.ts";
import type { ViewAction } from "../sharing/use-view-actions.ts";

/** What doesn't fit in a phone's bar. */
export function VisitorMore({
  actions,
  shareChoices,
  views,
  picture,
  search,
  choices,
  onView,
  onMeasure,
  onReset,
  onHelp,
}: {
  readonly actions: readonly ViewAction[];
  readonly shareChoices: readonly ShareChoice[];
  readonly views: readonly PublishedView[];
  readonly picture: (view: PublishedView) => ReactNode;
  readonly search: VisitorSearch;
  /** Choices of language and audience, if any. */
  readonly choices?: ReactNode;
  readonly onView: (view: PublishedView) => void;
  /** Null while there is nothing to measure. */
  readonly onMeasure: (() => void) | null;
  /** Null while there is no view to reset. */
  readonly onReset: (() => void) | null;
  /** Null where the help is left out. */
  readonly onHelp: (() => void) | null;
}) {
  const { t } = useWording();
  return (
    <>
      {choices ? <div className="flex flex-wrap gap-2 px-4 py-3 empty:hidden">{choices}</div> : null}
      {views.length === 0 ? null : (
        <section aria-label={t("scene.views")} className="border-hairline border-b py-1">
          <h3 className="px-4 pt-2 pb-1 text-caption text-ink-soft">{t("scene.views")}</h3>
          {views.map((view) => (
            <button key={view.id} type="button" className={classNames(rowClass, "py-1.5")} onClick={() => onView(view)}>
              {picture(view)}
              <span className="min-w-0 truncate">{view.name === "" ? t("page.untitledView") : view.name}</span>
            </button>
          ))}
        </section>
      )}
      <div className="py-1">
        {shareChoices.map(({ id, ...choice }) => (
          <Row key={id} icon={Share2} {...choice} />
        ))}
        {actions.map(({ id, ...action }) => (
          <Row key={id} {...action} />
        ))}
        {onMeasure === null ? null : <Row icon={Ruler} label={t("scene.measure")} run={onMeasure} />}
        {onReset === null ? null : <Row icon={RotateCcw} label={t("scene.resetView")} run={onReset} />}
        {onHelp === null ? null : <Row icon={CircleHelp} label={t("help.button")} run={onHelp} />}
        <Link to="/webxr" search={{ ...search, text: 1 }} className={rowClass}>
          <FileText size={16} strokeWidth={1.5} aria-hidden="true" className="text-ink-soft" />
          {t("scene.textVersion")}
        </Link>
      </div>
    </>
  );
}

const rowClass =
  "flex min-h-12 w-full items-center gap-3 px-4 text-left hover:bg-sunken focus-visible:-outline-offset-2";

function Row({
  icon: Icon,
  label,
  run,
}: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly run: () => void;
}) {
  return (
    <button type="button" className={rowClass} onClick={run}>
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-ink-soft" />
      <span className="min-w-0 truncate">{label}</span>
    </button>
  );
}
