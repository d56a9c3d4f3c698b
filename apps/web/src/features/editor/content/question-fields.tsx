import { questionKinds } from "@blueprint/contract/anchor-values";
import type { FormQuestion } from "@blueprint/scene/anchor";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { LinesField } from "./lines-field.tsx";

export type QuestionValues = Partial<Omit<FormQuestion, "id">>;

const kindLabels: Readonly<Record<FormQuestion["kind"], string>> = {
  "short-text": "Short text",
  "long-text": "Long text",
  email: "Email address",
  number: "Number",
  choice: "Single choice",
  choices: "Multiple choice",
  "yes-no": "Yes or no",
  rating: "1 to 5",
};

/** One question of a form: its words, the kind of its answer, and its place among the others. */
export function QuestionFields({
  question,
  number,
  isLast,
  onChoose,
  onType,
  onMove,
  onRemove,
}: {
  readonly question: FormQuestion;
  readonly number: number;
  readonly isLast: boolean;
  readonly onChoose: (values: QuestionValues) => void;
  readonly onType: (values: QuestionValues) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}) {
  return (
    <li className="grid gap-2.5 rounded-sharp border border-hairline p-2.5">
      <div className="flex items-center justify-between gap-1">
        <span className="font-mono text-caption text-ink-soft">{number}</span>
        <span className="flex">
          <IconButton
            label={`Question ${number} up`}
            icon={ArrowUp}
            size="small"
            disabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={`Question ${number} down`}
            icon={ArrowDown}
            size="small"
            disabled={isLast}
            onClick={() => onMove(1)}
          />
          <IconButton label={`Delete question ${number}`} icon={Trash2} size="small" onClick={onRemove} />
        </span>
      </div>
      <TextField
        label="Question"
        maxLength={300}
        value={question.label}
        onChange={(event) => onType({ label: event.target.value })}
      />
      <Select
        label="Answer"
        value={question.kind}
        options={questionKinds.map((value) => ({ value, label: kindLabels[value] }))}
        onChange={({ target: { value } }) => {
          const kind = questionKinds.find((known) => known === value);
          if (kind !== undefined) onChoose({ kind });
        }}
      />
      {question.kind === "choice" || question.kind === "choices" ? (
        <LinesField
          label="Options"
          hint="One per line."
          lines={question.options}
          countMax={50}
          onChange={(options) => onType({ options })}
        />
      ) : null}
      <label className="flex items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={question.isRequired}
          onChange={(event) => onChoose({ isRequired: event.target.checked })}
          className="size-4 accent-accent"
        />
        Required
      </label>
    </li>
  );
}
