import type { PublishedAnchor } from "@blueprint/contract/published";
import { X } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";

/** One anchor of the demo: its text and its position. */
export function DemoInspector({ anchor, onClose }: { readonly anchor: PublishedAnchor; readonly onClose: () => void }) {
  const figures = (["x", "y", "z"] as const).map((axis, index) => [axis, anchor.position[index]!.toFixed(2)] as const);
  return (
    <section aria-label="Anchor" aria-live="polite" className="flex min-h-0 flex-1 flex-col">
      <header className="flex items-start justify-between gap-2 border-b border-hairline py-2 pr-2 pl-4">
        <h2 className="min-w-0 pt-1 font-strong">{anchor.title}</h2>
        <IconButton label="Close" icon={X} onClick={onClose} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys too. */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3 -outline-offset-2">
        <p className="whitespace-pre-line text-pretty">{anchor.text}</p>
      </div>
      <dl className="flex divide-x divide-hairline border-t border-hairline">
        {figures.map(([axis, value]) => (
          <div key={axis} className="flex-1 px-3 py-1.5">
            <dt className="text-caption text-ink-soft">{axis}, m</dt>
            <dd className="font-mono text-caption">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
