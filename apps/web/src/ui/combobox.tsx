import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { classNames } from "../lib/class-names.ts";
import { controlClass, Field, toDescribedBy } from "./field.tsx";
import { Spinner } from "./spinner.tsx";
import { useFieldIds } from "./use-field-ids.ts";

export interface ComboboxOption {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
}

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
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLDivElement>(null);
  const isShown = isOpen && isAsked;
  const activeOption = isShown ? options[active] : undefined;
  const toOptionId = (option: Option) => `${ids.id}-${option.id}`;

  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const choose = (option: Option) => {
    setOpen(false);
    setActive(-1);
    onChoose(option);
  };
  const step = (by: number) => {
    setOpen(true);
    if (options.length === 0) return;
    setActive((before) =>
      before < 0 && by < 0 ? options.length - 1 : (before + by + options.length) % options.length,
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    switch (event.key) {
      case "ArrowDown":
        step(1);
        break;
      case "ArrowUp":
        step(-1);
        break;
      case "Enter": {
        // Enter must not submit the surrounding form during a search.
        const option = activeOption ?? (isShown ? options[0] : undefined);
        if (option !== undefined) choose(option);
        else if (!isShown) return;
        break;
      }
      case "Escape":
        if (!isShown) return;
        setOpen(false);
        setActive(-1);
        // Closes only the list, not what surrounds it: see also the dialog.
        event.stopPropagation();
        break;
      default:
        return;
    }
    event.preventDefault();
  };

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
          setOpen(true);
          setActive(-1);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
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
        <div
          ref={list}
          id={listId}
          role="listbox"
          aria-label="Found"
          className="max-h-72 overflow-y-auto p-1 empty:hidden"
        >
          {isShown
            ? options.map((option, index) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active option.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys.
                <div
                  key={option.id}
                  id={toOptionId(option)}
                  role="option"
                  aria-selected={index === active}
                  // Keeps the focus in the input.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                  onPointerMove={() => setActive(index)}
                  className="flex min-h-9 cursor-pointer items-baseline justify-between gap-3 rounded-sharp px-2.5 py-1.5 aria-selected:bg-sunken pointer-coarse:min-h-11"
                >
                  <span className="min-w-0 break-words">{option.label}</span>
                  {option.detail === undefined ? null : (
                    <span className="shrink-0 font-mono text-caption text-ink-soft">{option.detail}</span>
                  )}
                </div>
              ))
            : null}
        </div>
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
