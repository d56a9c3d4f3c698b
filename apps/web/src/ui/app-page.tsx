import { Link, type LinkProps } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";

export interface NavigationItem extends Pick<LinkProps, "to" | "search"> {
  readonly label: string;
  readonly icon: LucideIcon;
  /** Whether its screen is open. */
  readonly isCurrent: boolean;
  /** Left out of the bottom bar on a phone. */
  readonly wideOnly?: boolean;
}

/** Frame of the signed-in screens: a side rail; on a phone a header and a bottom bar. */
export function AppPage({
  brand,
  team,
  items,
  foot,
  inbox,
  actions,
  children,
}: {
  readonly brand: ReactNode;
  readonly team?: ReactNode;
  readonly items: readonly NavigationItem[];
  readonly foot?: ReactNode;
  /** The user's inbox; next to the brand, on a phone next to the actions. */
  readonly inbox?: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
      <aside className="sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-r border-hairline px-3 py-4 md:flex">
        <div className="flex h-9 items-center justify-between pl-2">
          {brand}
          {inbox}
        </div>
        {team}
        <Navigation items={items} label="Main" className="grid gap-0.5" />
        <div className="mt-auto grid grid-cols-[minmax(0,1fr)] gap-3">
          {foot}
          <div className="border-t border-hairline pt-3">{actions}</div>
        </div>
      </aside>
      <header className="sticky top-0 z-20 flex h-14 items-center justify-between gap-2 border-b border-hairline bg-paper px-4 md:hidden">
        {brand}
        {team === undefined ? null : <div className="mx-1 min-w-0 flex-1">{team}</div>}
        <div className="flex items-center gap-1">
          {inbox}
          {actions}
        </div>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 px-4 pt-6 pb-28 outline-none sm:px-8 md:pt-8 md:pb-20">
        {children}
      </main>
      <div className="fixed inset-x-0 bottom-0 z-20 border-t border-hairline bg-paper pb-[env(safe-area-inset-bottom)] md:hidden">
        <Navigation items={items.filter((item) => !item.wideOnly)} label="Main" className="flex" bar />
      </div>
    </div>
  );
}

function Navigation({
  items,
  label,
  className,
  bar = false,
}: {
  readonly items: readonly NavigationItem[];
  readonly label: string;
  readonly className: string;
  readonly bar?: boolean;
}) {
  return (
    <nav aria-label={label}>
      <ul className={className}>
        {items.map(({ label: name, icon: Icon, isCurrent, wideOnly: _, ...link }) => (
          <li key={name} className={bar ? "flex-1" : undefined}>
            <Link
              {...link}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={isCurrent ? "page" : undefined}
              className={classNames(
                "flex items-center text-ink-soft transition-colors duration-120 hover:text-ink",
                bar
                  ? "h-14 flex-col justify-center gap-0.5 text-caption aria-[current=page]:text-accent"
                  : "h-8 gap-2.5 rounded-sharp px-2 hover:bg-sunken aria-[current=page]:bg-accent-wash aria-[current=page]:font-strong aria-[current=page]:text-accent pointer-coarse:h-11",
              )}
            >
              <Icon size={bar ? 20 : 16} strokeWidth={1.5} aria-hidden="true" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
