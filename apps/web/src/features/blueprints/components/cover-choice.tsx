import type { Cover } from "@blueprint/contract/blueprint-details";
import type { BlueprintId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { RadioGroup } from "radix-ui";
import { useId } from "react";
import { formatDateTime } from "../../../lib/format.ts";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { detailChoicesQuery } from "../blueprints.queries.ts";

const item =
  "relative grid aspect-[16/10] place-items-center overflow-hidden rounded-sharp border border-line bg-sunken text-caption text-ink-soft transition-colors duration-120 hover:border-ink data-[state=checked]:border-accent data-[state=checked]:outline-2 data-[state=checked]:outline-accent";

/** The blueprint's cover in lists: the first scan's picture or a chosen one. */
export function CoverChoice({
  blueprintId,
  cover,
  onChange,
  error,
}: {
  readonly blueprintId: BlueprintId;
  readonly cover: Cover | null;
  readonly onChange: (cover: Cover | null) => void;
  readonly error?: string | undefined;
}) {
  const labelId = useId();
  const hintId = useId();
  const choices = useQuery(detailChoicesQuery(blueprintId));
  return (
    <div className="grid gap-1.5">
      <span id={labelId} className="font-strong">
        Cover
      </span>
      {choices.isPending ? (
        <Skeleton className="h-20" />
      ) : choices.data === undefined ? (
        <LoadFailure query={choices} />
      ) : (
        <RadioGroup.Root
          aria-labelledby={labelId}
          aria-describedby={hintId}
          value={toKey(cover)}
          onValueChange={(key) =>
            onChange(choices.data.covers.find((choice) => toKey(choice.cover) === key)?.cover ?? null)
          }
          className="grid max-h-52 grid-cols-3 gap-2 overflow-y-auto p-0.5 sm:grid-cols-4"
        >
          <RadioGroup.Item value={toKey(null)} className={item}>
            First scan
          </RadioGroup.Item>
          {choices.data.covers.map((choice) => (
            <RadioGroup.Item
              key={toKey(choice.cover)}
              value={toKey(choice.cover)}
              aria-label={choice.name === "" ? `Picture of ${formatDateTime(choice.addedAt)}` : `Scan ${choice.name}`}
              className={item}
            >
              <img
                src={choice.url}
                alt=""
                loading="lazy"
                decoding="async"
                className="absolute inset-0 size-full object-cover"
              />
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      )}
      <p id={hintId} className="text-caption text-ink-soft">
        Choose from this blueprint's scans and anchor pictures up to 5 MB.
      </p>
      {error === undefined ? null : <p className="text-caption text-danger">{error}</p>}
    </div>
  );
}

function toKey(cover: Cover | null): string {
  return cover === null ? "first" : `${cover.kind} ${cover.id}`;
}
