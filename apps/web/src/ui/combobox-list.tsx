import { useEffect, useRef } from "react";

export interface ComboboxOption {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
}

/** The results below a combobox. The input keeps the focus; the active option is scrolled into view. */
export function ComboboxList<Option extends ComboboxOption>({
  id,
  isShown,
  options,
  active,
  toOptionId,
  onActive,
  onChoose,
}: {
  readonly id: string;
  readonly isShown: boolean;
  readonly options: readonly Option[];
  /** Index of the active option; -1 for none. */
  readonly active: number;
  readonly toOptionId: (option: Option) => string;
  readonly onActive: (index: number) => void;
  readonly onChoose: (option: Option) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div ref={list} id={id} role="listbox" aria-label="Found" className="max-h-72 overflow-y-auto p-1 empty:hidden">
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
              onClick={() => onChoose(option)}
              onPointerMove={() => onActive(index)}
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
  );
}
