import type { Blueprint } from "@blueprint/contract/blueprints";
import type { TeamRole } from "@blueprint/contract/roles";
import { Link } from "@tanstack/react-router";
import { formatCount, formatDate } from "../../../lib/format.ts";
import { toIndustryLabel } from "../../../lib/industries.ts";
import { TitleBlock } from "../../../ui/title-block.tsx";
import { toTypedTags } from "../tags.ts";
import { BlueprintCover } from "./blueprint-cover.tsx";
import { BlueprintMenu } from "./blueprint-menu.tsx";
import { BlueprintStateBadge } from "./blueprint-state-badge.tsx";

/** One blueprint as a card: its picture with the title block below. */
export function BlueprintCard({ blueprint, role }: { readonly blueprint: Blueprint; readonly role: TeamRole }) {
  return (
    <article className="group relative flex flex-col border border-line bg-sheet transition-colors duration-120 [contain-intrinsic-size:auto_20rem] [content-visibility:auto] focus-within:border-accent hover:border-ink">
      <BlueprintCover blueprint={blueprint} className="aspect-[16/10] w-full" />
      <TitleBlock
        title={
          <div className="flex items-start justify-between gap-2">
            <div className="grid min-w-0 gap-1">
              <h2 className="truncate font-strong">
                <Link
                  to="/blueprint-editor/{-$id}"
                  params={{ id: blueprint.id }}
                  // The link covers the whole card; the menu sits above it.
                  className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                >
                  {blueprint.name}
                </Link>
              </h2>
              <p className="flex min-h-5 items-center gap-2 text-caption text-ink-soft">
                <BlueprintStateBadge state={blueprint.state} />
                {toIndustryLabel(blueprint.industry)}
              </p>
              {blueprint.tags.length === 0 ? null : (
                <p className="truncate text-caption text-ink-soft">{toTypedTags(blueprint.tags)}</p>
              )}
            </div>
            <BlueprintMenu blueprint={blueprint} role={role} className="relative z-10 -mr-1" />
          </div>
        }
        cells={[
          blueprint.removedAt === null
            ? { label: "Changed", value: formatDate(blueprint.updatedAt) }
            : { label: "Removed on", value: formatDate(blueprint.removedAt) },
          { label: "Scans", value: formatCount(blueprint.scanCount) },
        ]}
      />
    </article>
  );
}
