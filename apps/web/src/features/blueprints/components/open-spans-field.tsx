import { limits } from "@blueprint/contract/limits";
import type { OpenSpan } from "@blueprint/contract/opening-hours";
import { Plus, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { Button } from "../../../ui/button.tsx";
import { controlClass } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";

const places = ["first", "second", "third", "fourth"] as const;

/** The times of one day, or of each day of a period; none: closed. */
export function OpenSpansField({
  name,
  spans,
  onChange,
  error,
  aside,
}: {
  readonly name: string;
  readonly spans: readonly OpenSpan[];
  readonly onChange: (spans: OpenSpan[]) => void;
  readonly error?: string | undefined;
  readonly aside?: ReactNode;
}) {
  const nameId = useId();
  const errorId = useId();
  const edit = (index: number, change: Partial<OpenSpan>) =>
    onChange(spans.map((span, at) => (at === index ? { ...span, ...change } : span)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend can't be a cell of a grid.
    <div
      role="group"
      aria-labelledby={nameId}
      aria-describedby={error === undefined ? undefined : errorId}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-x-4 gap-y-2 py-2.5 sm:grid-cols-[7rem_minmax(0,1fr)_auto]"
    >
      <span id={nameId} className="font-strong sm:leading-9">
        {name}
      </span>
      <div className="grid min-w-0 gap-2">
        {spans.length === 0 ? <p className="text-ink-soft sm:leading-9">Closed</p> : null}
        {spans.map((span, index) => (
          <div key={places[index]} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2 sm:flex sm:items-center">
            <TimeField label="Opens" value={span.opens} onChange={(opens) => edit(index, { opens })} />
            <TimeField label="Closes" value={span.closes} onChange={(closes) => edit(index, { closes })} />
            <IconButton
              label={`Remove ${span.opens}–${span.closes}, ${name}`}
              icon={X}
              size="small"
              onClick={() => onChange(spans.filter((_, at) => at !== index))}
            />
          </div>
        ))}
        {error === undefined ? null : (
          <p id={errorId} role="alert" className="text-caption font-strong text-danger">
            {error}
          </p>
        )}
      </div>
      <div className="flex items-center gap-1 sm:h-9">
        {spans.length < limits.openSpansPerDayMax ? (
          <Button
            size="small"
            variant="quiet"
            aria-label={`Add a time, ${name}`}
            onClick={() =>
              onChange([...spans, spans.length === 0 ? usual : { opens: spans.at(-1)!.closes, closes: "" }])
            }
          >
            <Plus aria-hidden="true" strokeWidth={1.75} />
            Add a time
          </Button>
        ) : null}
        {aside}
      </div>
    </div>
  );
}

const usual: OpenSpan = { opens: "09:00", closes: "17:00" };

function TimeField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <label className="grid min-w-0 gap-1 sm:flex sm:items-center sm:gap-2">
      <span className="text-ink-soft">{label}</span>
      <input
        type="time"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(controlClass, "h-9 min-w-0 px-2 font-mono pointer-coarse:h-11")}
      />
    </label>
  );
}
