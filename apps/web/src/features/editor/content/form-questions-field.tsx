import type { BlueprintId } from "@blueprint/contract/ids";
import { type Anchor, formQuestionsMax } from "@blueprint/scene/anchor";
import { editQuestion, removeQuestion } from "@blueprint/scene/anchor-operations";
import { arrangeMember } from "@blueprint/scene/member-operations";
import { Plus } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { FieldEdits } from "../edit-fields.ts";
import { useEditorRoom } from "../use-editor-room.ts";
import { FormResponses } from "./form-responses.tsx";
import { QuestionFields, type QuestionValues } from "./question-fields.tsx";

/** A form's questions, button, thank-you message and responses. */
export function FormQuestionsField({
  anchor,
  blueprintId,
  edits,
}: {
  readonly anchor: Anchor;
  readonly blueprintId: BlueprintId;
  readonly edits: FieldEdits<"anchors">;
}) {
  const { attempt } = useEditorRoom();
  const { questions } = anchor;
  const edit = (id: string, values: QuestionValues, joins: string | null = null) =>
    attempt((doc) => editQuestion(doc, anchor.id, id, values), { joins });
  const move = (index: number, by: 1 | -1) => {
    const before = by === 1 ? questions[index + 2] : questions[index - 1];
    const form = { kind: "anchors", id: anchor.id } as const;
    attempt((doc) => arrangeMember(doc, form, "question", questions[index]!.id, before?.id ?? null));
  };
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-strong">Questions</legend>
      <ol className="grid gap-3">
        {questions.map((question, index) => (
          <QuestionFields
            key={question.id}
            question={question}
            number={index + 1}
            isLast={index === questions.length - 1}
            onChoose={(values) => edit(question.id, values)}
            onType={(values) => edit(question.id, values, `question ${question.id} ${Object.keys(values).join()}`)}
            onMove={(by) => move(index, by)}
            onRemove={() => attempt((doc) => removeQuestion(doc, anchor.id, question.id))}
          />
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
        onChange={(event) => edits.type({ submitLabel: event.target.value })}
      />
      <TextArea
        label="Thank-you message"
        optional
        rows={2}
        maxLength={1_000}
        placeholder="Thank you. We've received your answers."
        value={anchor.thanks}
        onChange={(event) => edits.type({ thanks: event.target.value })}
      />
      <FormResponses blueprintId={blueprintId} anchorId={anchor.id} title={anchor.title} />
    </fieldset>
  );
}
