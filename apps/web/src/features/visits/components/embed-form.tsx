import {
  type EmbedFigure,
  type EmbedRangeDays,
  type EmbedToken,
  embedFigures,
  embedRangeDays,
} from "@blueprint/contract/embed-tokens";
import type { EmbedTokenId } from "@blueprint/contract/ids";
import { visitorsShownMin } from "@blueprint/contract/visits";
import { type FormEvent, useState } from "react";
import { fieldErrorWithin, hasCode, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckboxList } from "../../../ui/checkbox-list.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { embedFigureWords, embedRangeWords } from "../embed-code.ts";
import { useSaveEmbed } from "../embeds.queries.ts";
import type { EmbeddedPlace } from "./embed-dialog.tsx";

const lifetimes = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "One year" },
  { value: "", label: "Until revoked" },
] as const;

/** Chooses figures and sites. The expiry is part of the code: it can't be changed. */
export function EmbedForm({
  place,
  changed,
  onSaved,
}: {
  readonly place: EmbeddedPlace;
  /** Null creates one. */
  readonly changed: EmbedToken | null;
  readonly onSaved: (id: EmbedTokenId) => void;
}) {
  const [figures, setFigures] = useState<readonly EmbedFigure[]>(changed?.figures ?? ["totals", "trend"]);
  const [origins, setOrigins] = useState(changed?.origins.join("\n") ?? "");
  const [days, setDays] = useState<EmbedRangeDays>(changed?.days ?? 30);
  const [validDays, setValidDays] = useState("365");
  const save = useSaveEmbed(place.id, changed?.id ?? null);
  const { error } = save;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      figures: [...figures],
      days,
      origins: origins.split(/\s+/).filter((origin) => origin !== ""),
      ...(changed !== null || validDays === "" ? {} : { validDays: Number(validDays) }),
    };
    // The hook's state has the error, which the form shows.
    save.mutateAsync(body).then(
      ({ id }) => onSaved(id),
      () => {},
    );
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {error === null || hasCode(error, "invalid-input") ? null : <Notice tone="danger">{readableError(error)}</Notice>}
      <TextArea
        label="Sites that show it"
        rows={2}
        placeholder="https://www.example.org"
        autoComplete="off"
        spellCheck={false}
        value={origins}
        error={fieldErrorWithin(error, "origins")}
        hint="One per line. Pages of other sites can't frame the numbers."
        onChange={(event) => {
          setOrigins(event.target.value);
          // The error was about the former text.
          if (error !== null) save.reset();
        }}
      />
      <CheckboxList
        label="Numbers"
        options={embedFigures.map((value) => ({ value, ...embedFigureWords[value] }))}
        chosen={figures}
        onChange={setFigures}
        error={fieldErrorWithin(error, "figures")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Days"
          options={embedRangeDays.map((value) => ({ value: String(value), label: embedRangeWords[value] }))}
          value={String(days)}
          onChange={({ target }) => setDays(embedRangeDays.find((known) => String(known) === target.value) ?? days)}
        />
        {changed === null ? (
          <Select
            label="Valid for"
            options={lifetimes}
            value={validDays}
            onChange={(event) => setValidDays(event.target.value)}
          />
        ) : null}
      </div>
      <p className="text-caption text-pretty text-ink-soft">
        As on this screen, figures about fewer than {visitorsShownMin} visitors aren't shown. Lists name only what
        visitors find in the place.
      </p>
      <DialogActions>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {changed === null ? "Create embed" : "Save"}
        </Button>
      </DialogActions>
    </form>
  );
}
