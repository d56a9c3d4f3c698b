import { useQuery } from "@tanstack/react-query";
import { useGuideTexts } from "../../../lib/visitor-texts/guide-wording.ts";
import { visitorError } from "../../../lib/visitor-texts/visitor-error.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import type { SpokenBlueprint } from "../place/visitor-language.ts";
import type { PlaceEyes } from "../place/visitor-search.ts";
import { type FindRoute, FoundList } from "./found-list.tsx";
import type { ShowFound } from "./place-guide.tsx";
import { searchPlaceQuery } from "./search-place.queries.ts";

/** What the place's own texts say about a question. It doesn't pretend to talk: it finds, quotes and shows. */
export function SearchAnswers({
  blueprint,
  eyes,
  question,
  shown,
  startsTours,
  findWay,
  findRoute,
}: {
  readonly blueprint: SpokenBlueprint;
  readonly eyes: PlaceEyes;
  readonly question: string;
  /** Name of what was shown last; empty for nothing. */
  readonly shown: string;
  readonly startsTours: boolean;
  readonly findWay: ShowFound;
  readonly findRoute: FindRoute | undefined;
}) {
  const t = useGuideTexts();
  const wording = useWording();
  const { data, error, isFetching, refetch } = useQuery(searchPlaceQuery(blueprint.slug, eyes, question));
  const hasNothing = data !== undefined && data.found.length === 0;
  return (
    <>
      {isFetching ? <Spinner label={t("searching")} /> : null}
      <p role="status" className="text-caption text-ink-soft empty:hidden">
        {isFetching || error !== null
          ? null
          : shown !== ""
            ? t("shown", { name: shown })
            : hasNothing
              ? t("nothing", { question })
              : data === undefined
                ? null
                : t("found", { count: data.found.length })}
      </p>
      {error === null || isFetching ? null : (
        <div role="alert" className="grid justify-items-start gap-2">
          <p>{visitorError(error, wording)}</p>
          <Button onClick={() => void refetch()}>{wording.t("ui.tryAgain")}</Button>
        </div>
      )}
      {data === undefined ? null : (
        <FoundList
          label={t("answers")}
          found={data.found}
          scene={blueprint.scene}
          startsTours={startsTours}
          findWay={findWay}
          findRoute={findRoute}
        />
      )}
      {data?.isComplete === false ? <p className="text-caption text-ink-soft">{t("incomplete")}</p> : null}
    </>
  );
}
