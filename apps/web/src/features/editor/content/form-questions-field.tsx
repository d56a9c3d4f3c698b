import type { BlueprintId } from "@blueprint/contract/ids";
import { type Anchor, type FormQuestion, formQuestionsMax, questionKinds } from "@blueprint/scene/anchor";
import { editQuestion, removeQuestion } from "@blueprint/scene/anchor-operations";
import { arrangeMember } from "@blueprint/scene/member-operations";
import type { ObjectValues } from "@blueprint/scene/object-operations";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useEditorRoom } from "../use-editor-room.ts";
import { LinesField } from "./anchor-type-fields.tsx";
import { FormResponses } from "./form-responses.tsx";

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

/** A form's questions, button, thank-you message and responses. */
export function FormQuestionsField({
  anchor,
  blueprintId,
  onChange,
  onDone,
}: {
  readonly anchor: Anchor;
  readonly blueprintId: BlueprintId;
  readonly onChange: (values: ObjectValues<"anchors">) => void;
  readonly onDone: () => void;
}) {
  const { session } = useEditorRoom();
  const { questions } = anchor;
  const edit = (id: string, question: Partial<Omit<FormQuestion, "id">>) =>
    editQuestion(session.doc, anchor.id, id, question);
  const move = (index: number, by: 1 | -1) => {
    const before = by === 1 ? questions[index + 2] : questions[index - 1];
    arrangeMember(
      session.doc,
      { kind: "anchors", id: anchor.id },
      "question",
      questions[index]!.id,
      before?.id ?? null,
    );
  };
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-strong">Questions</legend>
      <ol className="grid gap-3">
        {questions.map((question, index) => (
          <li key={question.id} className="grid gap-2.5 rounded-sharp border border-hairline p-2.5">
            <div className="flex items-center justify-between gap-1">
              <span className="font-mono text-caption text-ink-soft">{index + 1}</span>
              <span className="flex">
                <IconButton
                  label={`Question ${index + 1} up`}
                  icon={ArrowUp}
                  size="small"
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  label={`Question ${index + 1} down`}
                  icon={ArrowDown}
                  size="small"
                  disabled={index === questions.length - 1}
                  onClick={() => move(index, 1)}
                />
                <IconButton
                  label={`Delete question ${index + 1}`}
                  icon={Trash2}
                  size="small"
                  onClick={() => removeQuestion(session.doc, anchor.id, question.id)}
                />
              </span>
            </div>
            <TextField
              label="Question"
              maxLength={300}
              value={question.label}
              onChange={(event) => edit(question.id, { label: event.target.value })}
              onBlur={onDone}
            />
            <Select
              label="Answer"
              value={question.kind}
              options={questionKinds.map((value) => ({ value, label: kindLabels[value] }))}
              onChange={({ target: { value } }) => {
                const kind = questionKinds.find((known) => known === value);
                if (kind !== undefined) edit(question.id, { kind });
              }}
            />
            {question.kind === "choice" || question.kind === "choices" ? (
              <LinesField
                label="Options"
                hint="One per line."
                lines={question.options}
                countMax={50}
                onChange={(options) => edit(question.id, { options })}
                onDone={onDone}
              />
            ) : null}
            <label className="flex items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={question.isRequired}
                onChange={(event) => edit(question.id, { isRequired: event.target.checked })}
                className="size-4 accent-accent"
              />
              Required
            </label>
          </li>
        ))}
      </ol>
      <Button
        size="small"
        className="justify-self-start"
        disabled={questions.length >= formQuestionsMax}
        onClick={() => edit(crypto.randomUUID(), { label: "" })}
      >
        <Plus aria-hidden="true" strokeWidth={1.75} />
        Add question
      </Button>
      <TextField
        label="Button text"
        optional
        maxLength={60}
        placeholder="Send"
        value={anchor.submitLabel}
        onChange={(event) => onChange({ submitLabel: event.target.value })}
        onBlur={onDone}
      />
      <TextArea
        label="Thank-you message"
        optional
        rows={2}
        maxLength={1_000}
        placeholder="Thank you. We've received your answers."
        value={anchor.thanks}
        onChange={(event) => onChange({ thanks: event.target.value })}
        onBlur={onDone}
      />
      <FormResponses blueprintId={blueprintId} anchorId={anchor.id} title={anchor.title} />
    </fieldset>
  );
}
