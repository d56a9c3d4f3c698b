import type { Blueprint } from "@blueprint/contract/blueprints";
import { roleMay, type TeamRole } from "@blueprint/contract/roles";
import { Link } from "@tanstack/react-router";
import { formatCount, formatDate } from "../../../lib/format.ts";
import { toIndustryLabel } from "../../../lib/industries.ts";
import { BlueprintCover } from "./blueprint-cover.tsx";
import { BlueprintMenu } from "./blueprint-menu.tsx";
import { BlueprintStateBadge } from "./blueprint-state-badge.tsx";

const head = "px-3 py-2 text-left text-caption font-regular text-ink-soft whitespace-nowrap";
const cell = "px-3 py-2 align-middle";

/** The same blueprints as a table. */
export function BlueprintTable({
  blueprints,
  role,
  ticked,
  onTick,
}: {
  readonly blueprints: readonly Blueprint[];
  readonly role: TeamRole;
  readonly ticked: ReadonlySet<string>;
  /** Ticks or unticks these blueprints. */
  readonly onTick: (ids: readonly string[], isTicked: boolean) => void;
}) {
  const isBin = blueprints.some(({ removedAt }) => removedAt !== null);
  const canTick = roleMay(role, "blueprint.edit");
  const isEvery = blueprints.every(({ id }) => ticked.has(id));
  return (
    <div className="overflow-x-auto border border-line bg-sheet">
      <table className="w-full border-collapse">
        <caption className="sr-only">Blueprints</caption>
        <thead>
          <tr className="border-b border-line">
            {canTick ? (
              <th scope="col" className={`${head} w-8`}>
                <input
                  type="checkbox"
                  aria-label="Select all shown"
                  checked={isEvery}
                  onChange={(event) =>
                    onTick(
                      blueprints.map(({ id }) => id),
                      event.target.checked,
                    )
                  }
                  className="size-4 accent-accent"
                />
              </th>
            ) : null}
            <th scope="col" className={head}>
              Name
            </th>
            <th scope="col" className={head}>
              State
            </th>
            <th scope="col" className={`${head} max-md:hidden`}>
              Industry
            </th>
            <th scope="col" className={`${head} text-right max-sm:hidden`}>
              Scans
            </th>
            <th scope="col" className={`${head} max-lg:hidden`}>
              Version
            </th>
            <th scope="col" className={`${head} max-sm:hidden`}>
              {isBin ? "Removed on" : "Changed"}
            </th>
            <th scope="col" className={head}>
              <span className="sr-only">More</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {blueprints.map((blueprint) => (
            <tr key={blueprint.id} className="relative hover:bg-sunken">
              {canTick ? (
                <td className={`${cell} w-8`}>
                  <input
                    type="checkbox"
                    aria-label={`Select ${blueprint.name}`}
                    checked={ticked.has(blueprint.id)}
                    onChange={(event) => onTick([blueprint.id], event.target.checked)}
                    className="size-4 accent-accent"
                  />
                </td>
              ) : null}
              <th scope="row" className={`${cell} text-left font-strong`}>
                <div className="flex min-w-0 items-center gap-3">
                  <BlueprintCover
                    blueprint={blueprint}
                    className="h-10 w-16 shrink-0 border border-hairline [--mark:5px] [--mark-inset:3px] [&>span]:hidden"
                  />
                  <Link
                    to="/blueprint-editor/{-$id}"
                    params={{ id: blueprint.id }}
                    className="line-clamp-2 break-words underline-offset-2 hover:underline"
                  >
                    {blueprint.name}
                  </Link>
                </div>
              </th>
              <td className={cell}>
                <BlueprintStateBadge state={blueprint.state} />
              </td>
              <td className={`${cell} max-md:hidden`}>{toIndustryLabel(blueprint.industry)}</td>
              <td className={`${cell} text-right font-mono text-caption max-sm:hidden`}>
                {formatCount(blueprint.scanCount)}
              </td>
              <td className={`${cell} font-mono text-caption max-lg:hidden`}>
                {blueprint.publishedVersion === null ? "—" : blueprint.publishedVersion}
              </td>
              <td className={`${cell} font-mono text-caption whitespace-nowrap max-sm:hidden`}>
                {formatDate(blueprint.removedAt ?? blueprint.updatedAt)}
              </td>
              <td className={`${cell} w-10 text-right`}>
                <BlueprintMenu blueprint={blueprint} role={role} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
