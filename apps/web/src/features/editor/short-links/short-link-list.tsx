import type { ShortLinkId } from "@blueprint/contract/ids";
import { printShortCode } from "@blueprint/contract/short-code";
import type { ShortLink } from "@blueprint/contract/short-links";
import { ChevronRight } from "lucide-react";
import { formatAmount } from "../../../lib/format.ts";
import { describeState, nameTarget } from "../../../lib/link-targets.ts";
import { Badge } from "../../../ui/badge.tsx";
import { useTargetOptions } from "./target-field.tsx";

/** All short links of a blueprint, newest first. */
export function ShortLinkList({
  links,
  onShow,
}: {
  readonly links: readonly ShortLink[];
  readonly onShow: (id: ShortLinkId) => void;
}) {
  const options = useTargetOptions();
  if (links.length === 0) return <p className="text-ink-soft">This blueprint has no short links yet.</p>;
  return (
    <section className="grid gap-2">
      <h3 className="font-strong">{formatAmount(links.length, "short link")}</h3>
      <ul className="divide-y divide-hairline border-y border-hairline">
        {links.map((link) => {
          const { word, tone } = describeState(link, options);
          return (
            <li key={link.id}>
              <button
                type="button"
                onClick={() => onShow(link.id)}
                className="grid min-h-14 w-full grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 py-2 text-left hover:bg-sunken"
              >
                <span className="grid min-w-0">
                  <span className="truncate">{link.label === "" ? nameTarget(link.target, options) : link.label}</span>
                  <span className="truncate text-caption text-ink-soft">
                    <span className="font-mono">{printShortCode(link.code)}</span>
                    {link.label === "" ? "" : ` · ${nameTarget(link.target, options)}`}
                    {` · ${formatAmount(link.useCount, "use")}`}
                  </span>
                </span>
                <Badge tone={tone}>{word}</Badge>
                <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" className="text-ink-soft" />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
