import type { FoundPassage } from "@blueprint/contract/guide";
import { Footprints, LocateFixed, Route } from "lucide-react";
import type { ReactNode } from "react";
import { useGuideTexts } from "../../../lib/visitor-texts/guide-wording.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { type SpokenBlueprint, toLangAttribute } from "../place/visitor-language.ts";

/** How to show the way to what was found; null where there is none to look for. */
export type FindRoute = (found: FoundPassage) => ((name: string) => void) | null;

/** What a place says, quoted with its source. */
export function FoundList({
  label,
  found,
  scene,
  startsTours,
  findWay,
  findRoute,
}: {
  readonly label: string;
  readonly found: readonly FoundPassage[];
  readonly scene: SpokenBlueprint["scene"];
  readonly startsTours: boolean;
  readonly findWay: (found: FoundPassage) => ((name: string) => void) | null;
  /** Shows the route to it; null if there is no floor to walk on. */
  readonly findRoute: FindRoute | undefined;
}) {
  if (found.length === 0) return null;
  return (
    <ol aria-label={label} className="grid divide-y divide-hairline border-y border-hairline">
      {found.map((one) => (
        <FoundItem
          key={`${one.kind} ${one.id} ${one.page ?? ""}`}
          found={one}
          scene={scene}
          startsTours={startsTours}
          show={findWay(one)}
          route={findRoute?.(one) ?? null}
        />
      ))}
    </ol>
  );
}

function FoundItem({
  found,
  scene,
  startsTours,
  show,
  route,
}: {
  readonly found: FoundPassage;
  readonly scene: SpokenBlueprint["scene"];
  readonly startsTours: boolean;
  readonly show: ((name: string) => void) | null;
  readonly route: ((name: string) => void) | null;
}) {
  const t = useGuideTexts();
  const wording = useWording();
  const { kind, id, text, language, page } = found;
  // The title that the visitor reads everywhere else.
  const anchor = kind === "anchor" || kind === "document" ? scene.anchors.find((one) => one.id === id) : undefined;
  const title = anchor?.title ?? found.title;
  const name = title === "" ? wording.t("page.untitled") : title;
  const isStarted = kind === "tour" && startsTours;
  const action = t(isStarted ? "startTour" : "showMe");
  const Icon = isStarted ? Route : LocateFixed;
  return (
    <li className="grid gap-1.5 py-3">
      <p className="text-caption text-ink-soft">{t(`kinds.${kind}`, { page })}</p>
      <h3
        {...(anchor === undefined ? {} : toLangAttribute(anchor.spoken, "title"))}
        className="font-strong break-words"
      >
        {name}
      </h3>
      {text === "" ? null : (
        <p
          {...(language === undefined ? {} : { lang: language })}
          className="break-words whitespace-pre-line text-pretty"
        >
          {highlight(found)}
        </p>
      )}
      {show === null && route === null ? null : (
        <div className="flex flex-wrap gap-2">
          {show === null ? null : (
            <Button size="small" aria-label={`${action}: ${name}`} onClick={() => show(name)}>
              <Icon aria-hidden="true" strokeWidth={1.5} />
              {action}
            </Button>
          )}
          {route === null ? null : (
            <Button size="small" aria-label={`${t("wayThere")}: ${name}`} onClick={() => route(name)}>
              <Footprints aria-hidden="true" strokeWidth={1.5} />
              {t("wayThere")}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function highlight({ text, matches }: FoundPassage): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [start, end] of matches) {
    parts.push(
      text.slice(at, start),
      <mark key={start} className="bg-accent-wash text-inherit">
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return [...parts, text.slice(at)];
}
