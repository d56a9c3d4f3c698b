import { type RefObject, useId, useState } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { useWording } from "../../../lib/visitor-texts/wording.ts";
import { TextField } from "../../../ui/text-field.tsx";
import { type SpokenAnchor, toLangAttribute } from "../place/visitor-language.ts";
import { findSign, nameSign, type PinKind } from "./anchor-type-icons.ts";

// Below this, scanning the list is faster than typing.
const searchFrom = 12;

/** The places of a venue. One tab stop; arrow keys move within, Enter flies there. */
export function AnchorList({
  anchors,
  selectedAnchorId,
  listRef,
  onSelect,
}: {
  readonly anchors: readonly SpokenAnchor[];
  readonly selectedAnchorId: string | null;
  readonly listRef: RefObject<HTMLOListElement | null>;
  readonly onSelect: (anchorId: string) => void;
}) {
  const { t } = useWording();
  const [query, setQuery] = useState("");
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const headingId = useId();
  const numbered = anchors.map((anchor, index) => ({ anchor, number: index + 1 }));
  const wanted = query.trim().toLocaleLowerCase();
  const found = numbered.filter(
    ({ anchor }) => wanted === "" || `${anchor.title}\n${anchor.text}`.toLocaleLowerCase().includes(wanted),
  );
  const stopId =
    found.find(({ anchor }) => anchor.id === focusedId)?.anchor.id ??
    found.find(({ anchor }) => anchor.id === selectedAnchorId)?.anchor.id ??
    found[0]?.anchor.id;

  const onKeyDown = (event: React.KeyboardEvent<HTMLOListElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button.contains(document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    buttons[Math.min(buttons.length - 1, Math.max(0, to))]?.focus();
  };

  return (
    <section aria-labelledby={headingId} className="flex min-h-0 flex-1 flex-col">
      <h2 id={headingId} className="flex items-baseline gap-2 py-3 pr-14 pl-4 font-strong">
        {t("list.heading")}
        <span className="font-mono text-caption font-regular text-ink-soft">{anchors.length}</span>
      </h2>
      {anchors.length < searchFrom ? null : (
        <TextField
          label={t("list.find")}
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          className="px-4 pb-3"
        />
      )}
      {anchors.length === 0 ? <p className="px-4 pb-4 text-ink-soft">{t("list.emptyLookAround")}</p> : null}
      {anchors.length > 0 && found.length === 0 ? (
        <p className="px-4 pb-4 text-ink-soft">{t("list.noMatch", { query: query.trim() })}</p>
      ) : null}
      <ol ref={listRef} onKeyDown={onKeyDown} className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-2">
        {found.map(({ anchor, number }) => (
          <li key={anchor.id} className="[contain-intrinsic-size:auto_40px] [content-visibility:auto]">
            <button
              type="button"
              data-anchor={anchor.id}
              tabIndex={anchor.id === stopId ? 0 : -1}
              aria-current={anchor.id === selectedAnchorId ? "location" : undefined}
              onFocus={() => setFocusedId(anchor.id)}
              onClick={() => onSelect(anchor.id)}
              className={classNames(
                "flex w-full items-baseline gap-3 px-4 py-2.5 text-left transition-colors duration-120 hover:bg-sunken pointer-coarse:py-3",
                "focus-visible:-outline-offset-2 aria-[current]:bg-accent-wash aria-[current]:text-accent",
              )}
            >
              <span className="w-6 shrink-0 text-right font-mono text-caption text-ink-soft">{number}</span>
              <span {...toLangAttribute(anchor.spoken, "title")} className="min-w-0 flex-1 truncate">
                {anchor.title === "" ? t("page.untitled") : anchor.title}
              </span>
              <ListIcon icon={anchor.icon} type={anchor.type} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function ListIcon(kind: PinKind) {
  const Icon = findSign(nameSign(kind));
  if (Icon === undefined) return null;
  return <Icon size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0 self-center text-ink-soft" />;
}
