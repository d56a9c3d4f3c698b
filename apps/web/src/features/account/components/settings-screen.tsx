import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageHead } from "../../../ui/page-head.tsx";

export interface SettingsSection {
  /** Used in the URL: `/settings?section=…`. */
  readonly id: string;
  readonly label: string;
  /** Sections of one group are listed together under its name. */
  readonly group: string;
  readonly content: ReactNode;
}

/** The settings: sections at the side, or in a row above on a phone. Defaults to the first section. */
export function SettingsScreen({
  sections,
  current,
}: {
  readonly sections: readonly SettingsSection[];
  readonly current: string | undefined;
}) {
  const shown = sections.find(({ id }) => id === current) ?? sections[0];
  const groups = [...new Set(sections.map(({ group }) => group))];
  return (
    <div className="max-w-4xl">
      <title>{`${shown === undefined ? "" : `${shown.label} · `}Settings · Blueprint`}</title>
      <PageHead title="Settings" />
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <nav aria-label="Settings" className="flex flex-wrap gap-x-6 gap-y-3 lg:grid lg:content-start lg:gap-6">
          {groups.map((group) => (
            <div key={group} className="grid content-start gap-1">
              <p className="text-caption text-ink-soft lg:px-2">{group}</p>
              <ul className="flex flex-wrap gap-x-1 lg:grid lg:gap-0.5">
                {sections
                  .filter((section) => section.group === group)
                  .map(({ id, label }) => (
                    <li key={id}>
                      <Link
                        to="/settings"
                        search={{ section: id }}
                        aria-current={id === shown?.id ? "page" : undefined}
                        className="flex h-8 items-center rounded-sharp px-2 text-ink-soft transition-colors duration-120 hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:font-strong aria-[current=page]:text-accent max-lg:first:-ml-2 pointer-coarse:h-11"
                      >
                        {label}
                      </Link>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="grid min-w-0 content-start gap-8">{shown?.content}</div>
      </div>
    </div>
  );
}
