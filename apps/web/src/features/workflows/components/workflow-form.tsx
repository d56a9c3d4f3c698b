import { limits } from "@blueprint/contract/limits";
import { type TeamEventType, teamEventTypes, teamEventWords } from "@blueprint/contract/webhooks";
import type { Workflow, WorkflowActionType, WorkflowDefinition } from "@blueprint/contract/workflows";
import { Inbox, ListTodo, Mail, WebhookIcon } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import {
  type ChosenBlueprint,
  hasBlueprint,
  suggestName,
  toDefinition,
  toDraft,
  type WorkflowDraft,
  withEvent,
} from "../workflow-draft.ts";
import { actionWords } from "../workflow-words.ts";
import { type OfferedPerson, WorkflowActionFields } from "./workflow-action-fields.tsx";
import type { OfferedWebhook } from "./workflow-webhook-field.tsx";

/** Form parts provided by other features. */
export interface WorkflowFormParts {
  readonly people: readonly OfferedPerson[];
  readonly webhooks: readonly OfferedWebhook[];
  readonly renderBlueprintChoice: (
    chosen: ChosenBlueprint | null,
    onChange: (chosen: ChosenBlueprint | null) => void,
  ) => ReactNode;
}

const actionIcons = { task: ListTodo, message: Inbox, email: Mail, webhook: WebhookIcon } as const;
const actionTypes: readonly WorkflowActionType[] = ["task", "message", "email", "webhook"];
const at = (field: string) => `definition.${field}`;
const fields = [
  "name",
  "blueprintId",
  "action.title",
  "action.text",
  "action.dueInDays",
  "action.assigneeId",
  "action.to",
  "action.webhookId",
].map(at);

/** The trigger, the action and the name of a workflow. */
export function WorkflowForm({
  initial,
  people,
  webhooks,
  renderBlueprintChoice,
  error,
  isBusy,
  action,
  onSubmit,
  onCancel,
}: WorkflowFormParts & {
  readonly initial: Workflow | null;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly action: string;
  readonly onSubmit: (definition: WorkflowDefinition) => void;
  readonly onCancel: () => void;
}) {
  const [draft, setDraft] = useState(() => toDraft(initial, webhooks[0]?.id ?? ""));
  const change = (part: Partial<WorkflowDraft>) => setDraft((before) => ({ ...before, ...part }));
  const problemOf = (field: string) => fieldError(error, at(field));
  const isInField = fields.some((field) => fieldError(error, field) !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(toDefinition(draft));
  };
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {error && !isInField ? <Notice tone="danger">{readableError(error)}</Notice> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="When"
          options={teamEventTypes.map((value) => ({ value, label: teamEventWords[value] }))}
          value={draft.event}
          onChange={({ target }) => setDraft((before) => withEvent(before, target.value as TeamEventType))}
        />
        {hasBlueprint(draft) ? renderBlueprintChoice(draft.blueprint, (blueprint) => change({ blueprint })) : null}
      </div>
      {problemOf("blueprintId") === undefined ? null : <Notice tone="danger">{problemOf("blueprintId")}</Notice>}
      <RadioCards
        label="Then"
        columns={2}
        options={actionTypes.map((value) => ({
          value,
          label: actionWords[value].name,
          text: actionWords[value].text,
          icon: actionIcons[value],
        }))}
        value={draft.type}
        onChange={(type) => change({ type })}
      />
      <WorkflowActionFields
        draft={draft}
        people={people}
        webhooks={webhooks}
        problemOf={(field) => problemOf(`action.${field}`)}
        onChange={change}
      />
      <TextField
        label="Name"
        optional
        autoComplete="off"
        placeholder={suggestName(draft)}
        maxLength={limits.workflowNameCharactersMax}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
        error={problemOf("name")}
      />
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={isBusy}
          disabled={draft.type === "webhook" && webhooks.length === 0}
        >
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
