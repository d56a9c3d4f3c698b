import { type FoundPassage, questionCharactersMax } from "@blueprint/contract/guide";
import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { visitorError } from "../../../lib/visitor-texts/visitor-error.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { Button } from "../../../ui/button.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { SpokenBlueprint } from "../place/visitor-language.ts";
import type { PlaceEyes } from "../place/visitor-search.ts";
import { FoundList } from "./found-list.tsx";
import { searchPlaceQuery } from "./search-place.queries.ts";
import { listSuggestions } from "./suggestions.ts";

/** How to get from an answer to what it is about; null where it can't be shown. */
export type FindWay = (found: FoundPassage) => (() => void) | null;

/** Questions to a place, answered by its own texts. It doesn't pretend to talk: it finds, quotes and shows. */
export function PlaceGuide({
  blueprint,
  eyes,
  question,
  onQuestion,
  findWay,
  takesFocus,
  startsTours = false,
}: {
  readonly blueprint: SpokenBlueprint;
  readonly eyes: PlaceEyes;
  /** The asked one; empty before the first. */
  readonly question: string;
  readonly onQuestion: (question: string) => void;
  readonly findWay: FindWay;
  /** The field gets the focus when the guide opens. */
  readonly takesFocus: boolean;
  /** Where tours play; elsewhere they are read. */
  readonly startsTours?: boolean;
}) {
  const wording = useWording();
  const { t } = wording;
  const [typed, setTyped] = useState(question);
  const [shown, setShown] = useState("");
  const fieldRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) fieldRef.current?.focus();
  }, [takesFocus]);
  const { data, error, isFetching, refetch } = useQuery(searchPlaceQuery(blueprint.slug, eyes, question));
  const ask = (next: string) => {
    setTyped(next);
    setShown("");
    // The same question again is a retry.
    if (next === question && error !== null) void refetch();
    else onQuestion(next);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    ask(typed.trim());
  };
  const suggestions = question === "" ? listSuggestions(blueprint.scene) : [];
  const hasNothing = data !== undefined && data.found.length === 0;
  return (
    <div className="grid content-start gap-4 p-4">
      <search>
        <form onSubmit={onSubmit} className="flex items-end gap-2">
          <TextField
            ref={fieldRef}
            label={t("guide.question")}
            type="search"
            name="question"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={questionCharactersMax}
            className="min-w-0 flex-1"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" variant="primary" aria-label={t("guide.ask")} className="w-9 px-0 pointer-coarse:w-11">
            <Search aria-hidden="true" strokeWidth={1.75} />
          </Button>
        </form>
      </search>
      {suggestions.length === 0 ? null : (
        <section aria-label={t("guide.suggestions")} className="grid justify-items-start gap-2">
          <h3 className="text-caption text-ink-soft">{t("guide.suggestions")}</h3>
          {suggestions.map((suggestion) => (
            <Button
              key={suggestion}
              className="h-auto min-h-9 max-w-full py-1.5 text-left whitespace-normal"
              onClick={() => ask(suggestion)}
            >
              {suggestion}
            </Button>
          ))}
        </section>
      )}
      {isFetching ? <Spinner label={t("guide.searching")} /> : null}
      <p role="status" className="text-caption text-ink-soft empty:hidden">
        {isFetching || error !== null
          ? null
          : shown !== ""
            ? t("guide.shown", { name: shown })
            : hasNothing
              ? t("guide.nothing", { question })
              : data === undefined
                ? null
                : t("guide.found", { count: data.found.length })}
      </p>
      {error === null || isFetching ? null : (
        <div role="alert" className="grid justify-items-start gap-2">
          <p>{visitorError(error, wording)}</p>
          <Button onClick={() => void refetch()}>{t("ui.tryAgain")}</Button>
        </div>
      )}
      {data === undefined ? null : (
        <FoundList
          found={data.found}
          scene={blueprint.scene}
          startsTours={startsTours}
          findWay={(found) => {
            const go = findWay(found);
            return go === null
              ? null
              : (name) => {
                  go();
                  setShown(name);
                };
          }}
        />
      )}
      {data?.isComplete === false ? <p className="text-caption text-ink-soft">{t("guide.incomplete")}</p> : null}
      <p className="text-caption text-pretty text-ink-soft">{t("guide.privacy")}</p>
    </div>
  );
}
