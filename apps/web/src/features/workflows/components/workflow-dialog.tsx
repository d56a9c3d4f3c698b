import type { BlueprintId, UserId, WebhookId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { type TeamRole, teamRoles } from "@blueprint/contract/roles";
import { type TeamEventType, teamEventTypes, teamEventWords } from "@blueprint/contract/webhooks";
import {
  eventsWithoutBlueprint,
  type Workflow,
  type WorkflowAction,
  type WorkflowActionType,
  type WorkflowDefinition,
  workflowPlaceholders,
} from "@blueprint/contract/workflows";
import { Link } from "@tanstack/react-router";
import { Inbox, ListTodo, Mail, WebhookIcon } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { CheckboxList } from "../../../ui/checkbox-list.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioCards } from "../../../ui/radio-cards.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { actionWords, nameBlueprint, suggestTitle } from "../workflow-words.ts";
import { useCreateWorkflow, useUpdateWorkflow } from "../workflows.queries.ts";

interface ChosenBlueprint {
  readonly id: BlueprintId;
  readonly name: string;
}

/** Form parts provided by other features. */
export interface WorkflowFormParts {
  readonly people: readonly { readonly userId: UserId; readonly name: string }[];
  readonly webhooks: readonly { readonly id: WebhookId; readonly url: string }[];
  readonly renderBlueprintChoice: (
    chosen: ChosenBlueprint | null,
    onChange: (chosen: ChosenBlueprint | null) => void,
  ) => ReactNode;
}

/** Creates a workflow, or edits the given one. */
export function WorkflowDialog({
  workflow,
  onClose,
  ...parts
}: WorkflowFormParts & { readonly workflow: Workflow | "new" | null; readonly onClose: () => void }) {
  return (
    <Dialog
      open={workflow !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={workflow === null || workflow === "new" ? "New workflow" : "Edit workflow"}
      width="wide"
    >
      {workflow === null ? null : workflow === "new" ? (
        <NewWorkflow {...parts} onClose={onClose} />
      ) : (
        <ChangeWorkflow {...parts} workflow={workflow} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NewWorkflow({ onClose, ...parts }: WorkflowFormParts & { readonly onClose: () => void }) {
  const team = useCurrentTeam();
  const create = useCreateWorkflow(team.teamId);
  return (
    <WorkflowForm
      {...parts}
      initial={null}
      error={create.error}
      isBusy={create.isPending}
      action="Create workflow"
      onCancel={onClose}
      onSubmit={(definition) => create.mutate(definition, { onSuccess: onClose })}
    />
  );
}

function ChangeWorkflow({
  workflow,
  onClose,
  ...parts
}: WorkflowFormParts & { readonly workflow: Workflow; readonly onClose: () => void }) {
  const team = useCurrentTeam();
  const update = useUpdateWorkflow(team.teamId, workflow.id);
  return (
    <WorkflowForm
      {...parts}
      initial={workflow}
      error={update.error}
      isBusy={update.isPending}
      action="Save"
      onCancel={onClose}
      onSubmit={(definition) => update.mutate({ definition }, { onSuccess: onClose })}
    />
  );
}

const actionIcons = { task: ListTodo, message: Inbox, email: Mail, webhook: WebhookIcon } as const;
const actionTypes: readonly WorkflowActionType[] = ["task", "message", "email", "webhook"];
const roleWords: Record<TeamRole, string> = {
  owner: "Owners",
  admin: "Admins",
  editor: "Editors",
  scanner: "Scanners",
  viewer: "Viewers",
};
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

/** Fields of every kind of action; switching the kind keeps what was typed. */
interface Draft {
  readonly name: string;
  readonly event: TeamEventType;
  readonly blueprint: ChosenBlueprint | null;
  readonly type: WorkflowActionType;
  readonly title: string;
  readonly text: string;
  readonly dueInDays: string;
  readonly assigneeId: string;
  readonly roles: readonly TeamRole[];
  readonly userIds: readonly UserId[];
  readonly webhookId: string;
}

function toDraft(workflow: Workflow | null, webhooks: WorkflowFormParts["webhooks"]): Draft {
  const empty: Draft = {
    name: "",
    event: "scan.ready",
    blueprint: null,
    type: "task",
    title: suggestTitle("scan.ready"),
    text: "",
    dueInDays: "",
    assigneeId: "",
    roles: ["owner", "admin"],
    userIds: [],
    webhookId: webhooks[0]?.id ?? "",
  };
  if (workflow === null) return empty;
  const { name, event, blueprint, action } = workflow;
  const named = blueprint === null ? null : { ...blueprint, name: nameBlueprint(blueprint) };
  const common = { ...empty, name, event, blueprint: named, type: action.type };
  if (action.type === "webhook") return { ...common, webhookId: action.webhookId ?? "" };
  const { title, text } = action;
  if (action.type === "task")
    return {
      ...common,
      title,
      text,
      dueInDays: action.dueInDays?.toString() ?? "",
      assigneeId: action.assigneeId ?? "",
    };
  return { ...common, title, text, roles: action.to.roles, userIds: action.to.userIds };
}

function toAction(draft: Draft): WorkflowAction {
  const { type, title, text, dueInDays, assigneeId, roles, userIds, webhookId } = draft;
  if (type === "webhook") return { type, webhookId: webhookId as WebhookId };
  if (type === "task")
    return {
      type,
      title,
      text,
      dueInDays: dueInDays === "" ? null : Number(dueInDays),
      assigneeId: assigneeId === "" ? null : (assigneeId as UserId),
    };
  return { type, title, text, to: { roles: [...roles], userIds: [...userIds] } };
}

function WorkflowForm({
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
  const [draft, setDraft] = useState(() => toDraft(initial, webhooks));
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const problemOf = (field: string) => fieldError(error, at(field));
  const isInField = fields.some((field) => fieldError(error, field) !== undefined);
  const hasBlueprint = !eventsWithoutBlueprint.includes(draft.event);
  const suggestedName = `${teamEventWords[draft.event]}: ${actionWords[draft.type].name.toLowerCase()}`;
  const name = draft.name.trim() === "" ? suggestedName : draft.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const blueprintId = hasBlueprint ? (draft.blueprint?.id ?? null) : null;
    onSubmit({ name, event: draft.event, blueprintId, action: toAction(draft) });
  };
  const toNamed = (to: readonly { readonly userId: UserId; readonly name: string }[]) =>
    to.map(({ userId, name: label }) => ({ value: userId, label }));
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {error && !isInField ? <Notice tone="danger">{readableError(error)}</Notice> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="When"
          options={teamEventTypes.map((value) => ({ value, label: teamEventWords[value] }))}
          value={draft.event}
          onChange={({ target }) => {
            const event = target.value as TeamEventType;
            const isSuggested = draft.title === suggestTitle(draft.event);
            change({ event, ...(isSuggested ? { title: suggestTitle(event) } : {}) });
          }}
        />
        {hasBlueprint ? renderBlueprintChoice(draft.blueprint, (blueprint) => change({ blueprint })) : null}
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
      {draft.type === "webhook" ? (
        <WebhookFields webhooks={webhooks} draft={draft} change={change} error={problemOf("action.webhookId")} />
      ) : (
        <>
          <TextField
            label={draft.type === "email" ? "Subject" : "Title"}
            required
            autoComplete="off"
            maxLength={limits.taskTitleCharactersMax}
            value={draft.title}
            onChange={({ target }) => change({ title: target.value })}
            error={problemOf("action.title")}
            hint={`You can use: ${workflowPlaceholders[draft.event].map((word) => `{${word}}`).join(" ")}`}
          />
          <TextArea
            label={draft.type === "task" ? "Note" : "Text"}
            optional
            maxLength={limits.workflowTextCharactersMax}
            value={draft.text}
            onChange={({ target }) => change({ text: target.value })}
            error={problemOf("action.text")}
          />
        </>
      )}
      {draft.type === "task" ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Assignee"
            options={[{ value: "", label: "Unassigned" }, ...toNamed(people)]}
            value={draft.assigneeId}
            onChange={({ target }) => change({ assigneeId: target.value })}
            error={problemOf("action.assigneeId")}
          />
          <TextField
            label="Due after (days)"
            optional
            type="number"
            inputMode="numeric"
            min={0}
            max={limits.workflowDueDaysMax}
            step={1}
            value={draft.dueInDays}
            onChange={({ target }) => change({ dueInDays: target.value })}
            error={problemOf("action.dueInDays")}
          />
        </div>
      ) : null}
      {draft.type === "message" || draft.type === "email" ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <CheckboxList
            label="To all"
            options={teamRoles.map((value) => ({ value, label: roleWords[value] }))}
            chosen={draft.roles}
            onChange={(roles) => change({ roles })}
            error={problemOf("action.to")}
          />
          <div className="max-h-72 overflow-y-auto">
            <CheckboxList
              label="Also send to"
              options={toNamed(people)}
              chosen={draft.userIds}
              onChange={(userIds) => change({ userIds })}
            />
          </div>
        </div>
      ) : null}
      <TextField
        label="Name"
        optional
        autoComplete="off"
        placeholder={suggestedName}
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

function WebhookFields({
  webhooks,
  draft,
  change,
  error,
}: {
  readonly webhooks: WorkflowFormParts["webhooks"];
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly error: string | undefined;
}) {
  if (webhooks.length === 0)
    return (
      <Notice
        action={
          <Button asChild size="small">
            <Link to="/settings" search={{ section: "webhooks" }}>
              Add webhook
            </Link>
          </Button>
        }
      >
        This team has no webhooks yet. Add one in settings, then choose it here.
      </Notice>
    );
  const isGone = !webhooks.some(({ id }) => id === draft.webhookId);
  return (
    <Select
      label="Webhook"
      options={[
        ...(isGone ? [{ value: draft.webhookId, label: "Choose one" }] : []),
        ...webhooks.map(({ id, url }) => ({ value: id, label: url })),
      ]}
      value={draft.webhookId}
      onChange={({ target }) => change({ webhookId: target.value })}
      error={error}
    />
  );
}
