import type { GuideMinutes } from "@blueprint/contract/guide-minutes";
import type { BlueprintId } from "@blueprint/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { guideMinutesQuery, useLimitGuideMinutes } from "../guide-minutes.ts";

/** What a place's visitors have spoken with its guide this month, and how much they may. */
export function SpokenMinutes({
  blueprintId,
  mayLimit,
}: {
  readonly blueprintId: BlueprintId;
  readonly mayLimit: boolean;
}) {
  const { data, error, refetch } = useQuery(guideMinutesQuery(blueprintId));
  return (
    <section aria-labelledby="spoken-minutes" className="grid content-start gap-4">
      <h2 id="spoken-minutes" className="text-lead font-strong">
        Spoken questions
      </h2>
      {error === null ? null : <ErrorPanel message={error.message} onRetry={() => void refetch()} />}
      {data === undefined ? null : (
        <>
          <p className="max-w-prose text-pretty">{describeUse(data)}</p>
          {mayLimit ? (
            // Resets the form when someone else changes the limit.
            <LimitForm key={data.max} blueprintId={blueprintId} max={data.max} />
          ) : data.max === null ? null : (
            <p>This place may use {toMinutes(data.max)} a month.</p>
          )}
        </>
      )}
    </section>
  );
}

function LimitForm({ blueprintId, max }: { readonly blueprintId: BlueprintId; readonly max: number | null }) {
  const [typed, setTyped] = useState(max === null ? "" : String(max));
  const limit = useLimitGuideMinutes(blueprintId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    limit.mutate(typed === "" ? null : Number(typed), {
      onSuccess: (saved) =>
        toasts.add({ title: saved.max === null ? "Limit removed" : `Limited to ${saved.max} minutes a month` }),
    });
  };
  return (
    <form onSubmit={submit} className="grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          className="min-w-0 flex-[1_1_16rem]"
          label="Minutes a month for this place"
          optional
          type="number"
          name="minutes-max"
          inputMode="numeric"
          min={0}
          max={100_000}
          step={1}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={limit.error ? readableError(limit.error) : undefined}
        />
        <Button type="submit" busy={limit.isPending}>
          Save limit
        </Button>
      </div>
      <p className="max-w-prose text-caption text-pretty text-ink-soft">
        At 80 % and 100 %, everyone who edits this place is notified. At 100 %, visitors can write but not speak until
        the month ends.
      </p>
    </form>
  );
}

function describeUse({ used, team }: GuideMinutes): string {
  const here = `Visitors and the guide have spoken for ${toMinutes(used)} here this month.`;
  const ofTeam =
    team.max === null
      ? `Across the team: ${toMinutes(team.used)}.`
      : `Across the team: ${Math.ceil(team.used).toLocaleString("en")} of the ${toMinutes(team.max)} in your plan.`;
  return `${here} ${ofTeam}`;
}

function toMinutes(minutes: number): string {
  const rounded = Math.ceil(minutes);
  return `${rounded.toLocaleString("en")} ${rounded === 1 ? "minute" : "minutes"}`;
}
