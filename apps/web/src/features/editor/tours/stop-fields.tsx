import type { Blueprint } from "@blueprint/contract/blueprints";
import { type TourStop, toStopRef } from "@blueprint/scene/tour";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { MediaField } from "../content/media-field.tsx";
import { type StopOption, toStopValue } from "./stop-options.ts";

/** One stop: what it shows, for how long, and its narration. */
export function StopFields({
  stop,
  number,
  blueprint,
  options,
  isLast,
  onChoose,
  onType,
  onMove,
  onRemove,
}: {
  readonly stop: TourStop;
  readonly number: number;
  readonly blueprint: Blueprint;
  /** What it may show, by `toStopValue`. */
  readonly options: readonly StopOption[];
  readonly isLast: boolean;
  readonly onChoose: (values: Partial<Omit<TourStop, "id">>) => void;
  readonly onType: (values: Partial<Omit<TourStop, "id">>) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}) {
  const shown = toStopValue(toStopRef(stop));
  const isThere = options.some(({ value }) => value === shown);
  return (
    <li className="grid gap-2.5 rounded-sharp border border-hairline p-3">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <Select
          label={`Stop ${number}`}
          value={shown}
          options={isThere ? options : [{ value: shown, label: "Deleted" }, ...options]}
          onChange={({ target: { value } }) => {
            const target = options.find((option) => option.value === value)?.target;
            if (target !== undefined) onChoose(target);
          }}
          className="min-w-0 flex-1 basis-full"
        />
        <TextField
          label="Seconds"
          type="number"
          min={1}
          max={3_600}
          value={stop.seconds}
          onChange={({ target: { valueAsNumber } }) => {
            if (valueAsNumber >= 1 && valueAsNumber <= 3_600) onType({ seconds: valueAsNumber });
          }}
          className="w-24"
        />
        <span className="flex pb-1">
          <IconButton
            label={`Stop ${number} up`}
            icon={ArrowUp}
            size="small"
            disabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={`Stop ${number} down`}
            icon={ArrowDown}
            size="small"
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton label={`Remove stop ${number}`} icon={Trash2} size="small" onClick={onRemove} />
        </span>
      </div>
      <TextArea
        label="Narration"
        optional
        hint={
          stop.viewId === undefined
            ? "Leave empty to use the item's own text."
            : "Visitors read this, because a view has no text."
        }
        rows={2}
        maxLength={5_000}
        value={stop.narration}
        onChange={(event) => onType({ narration: event.target.value })}
      />
      <MediaField
        label="Audio version"
        accept="audio/*"
        source={stop.audio}
        blueprintId={blueprint.id}
        teamId={blueprint.teamId}
        onChange={(audio) => onChoose({ audio })}
      />
    </li>
  );
}
