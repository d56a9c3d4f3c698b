import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { ComboboxList, type ComboboxOption } from "./combobox-list.tsx";
import { controlClass, Field, toDescribedBy } from "./field.tsx";
import { Spinner } from "./spinner.tsx";
import { useCombobox } from "./use-combobox.ts";
import { useFieldIds } from "./use-field-ids.ts";

/** A search with a list of results below: arrows, Enter and Escape, or the pointer. */
export function Combobox<Option extends ComboboxOption>({
  label,
  hint,
  optional = false,
  placeholder,
  maxLength,
  text,
  onText,
  isAsked,
  options,
  onChoose,
  isSearching,
  nothing,
  note,
  className,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly optional?: boolean;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Whether the text is a query: not if it is empty or a chosen option. */
  readonly isAsked: boolean;
  /** Results for the text. */
  readonly options: readonly Option[];
  readonly onChoose: (option: Option) => void;
  readonly isSearching: boolean;
  /** Shown if there are no results. */
  readonly nothing: string;
  /** Shown above the results. */
  readonly note?: string | undefined;
  readonly className?: string;
}) {
  const ids = useFieldIds();
  const listId = `${ids.id}-list`;
  const { isShown, active, activeOption, choose, activate, ask, open, close, onKeyDown } = useCombobox({
    isAsked,
    options,
    onChoose,
  });
  const toOptionId = (option: Option) => `${ids.id}-${option.id}`;

  return (
    <Field ids={ids} label={label} hint={hint} optional={optional} className={classNames("relative", className)}>
      <input
        id={ids.id}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={activeOption === undefined ? undefined : toOptionId(activeOption)}
        aria-describedby={toDescribedBy(ids, hint)}
        placeholder={placeholder}
        maxLength={maxLength}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          ask();
        }}
        onClick={open}
        onBlur={close}
        onKeyDown={onKeyDown}
        className={classNames(controlClass, "h-9 px-3 pointer-coarse:h-11")}
      />
      <div
        className={classNames(
          "absolute inset-x-0 top-full z-40 mt-1 rounded-soft border border-hairline bg-sheet shadow-overlay",
          hint ? "-mt-4" : "",
          isShown ? "" : "hidden",
        )}
      >
        {note === undefined ? null : <p className="border-b border-hairline px-3 py-2 text-caption">{note}</p>}
        <ComboboxList
          id={listId}
          isShown={isShown}
          options={options}
          active={active}
          toOptionId={toOptionId}
          onActive={activate}
          onChoose={choose}
        />
        {isShown && options.length === 0 ? (
          <p className="flex items-center gap-2 px-3 py-2.5 text-ink-soft">
            {isSearching ? <Spinner /> : null}
            {isSearching ? "Searching…" : nothing}
          </p>
        ) : null}
      </div>
      <p role="status" className="sr-only">
        {!isShown || isSearching
          ? ""
          : options.length === 0
            ? nothing
            : `${note === undefined ? "" : `${note} `}${options.length} found. Use the arrow keys to choose.`}
      </p>
    </Field>
  );
}
