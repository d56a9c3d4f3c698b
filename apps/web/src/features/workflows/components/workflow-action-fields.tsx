import type { UserId } from "@blueprint/contract/ids";
import { limits } from "@blueprint/contract/limits";
import { type TeamRole, teamRoles } from "@blueprint/contract/roles";
import { workflowPlaceholders } from "@blueprint/contract/workflows";
import { CheckboxList } from "../../../ui/checkbox-list.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import type { WorkflowDraft } from "../workflow-draft.ts";
import { type OfferedWebhook, WorkflowWebhookField } from "./workflow-webhook-field.tsx";

export interface OfferedPerson {
  readonly userId: UserId;
  readonly name: string;
}

const roleWords: Record<TeamRole, string> = {
  owner: "Owners",
  admin: "Admins",
  editor: "Editors",
  scanner: "Scanners",
  viewer: "Viewers",
};

/** The fields of the chosen action. */
export function WorkflowActionFields({
  draft,
  people,
  webhooks,
  problemOf,
  onChange,
}: {
  readonly draft: WorkflowDraft;
  readonly people: readonly OfferedPerson[];
  readonly webhooks: readonly OfferedWebhook[];
  readonly problemOf: (field: string) => string | undefined;
  readonly onChange: (part: Partial<WorkflowDraft>) => void;
}) {
  if (draft.type === "webhook")
    return (
      <WorkflowWebhookField
        webhooks={webhooks}
        value={draft.webhookId}
        error={problemOf("webhookId")}
        onChange={(webhookId) => onChange({ webhookId })}
      />
    );
  const members = people.map(({ userId, name }) => ({ value: userId, label: name }));
  return (
    <>
      <TextField
        label={draft.type === "email" ? "Subject" : "Title"}
        required
        autoComplete="off"
        maxLength={limits.taskTitleCharactersMax}
        value={draft.title}
        onChange={({ target }) => onChange({ title: target.value })}
        error={problemOf("title")}
        hint={`You can use: ${workflowPlaceholders[draft.event].map((word) => `{${word}}`).join(" ")}`}
      />
      <TextArea
        label={draft.type === "task" ? "Note" : "Text"}
        optional
        maxLength={limits.workflowTextCharactersMax}
        value={draft.text}
        onChange={({ target }) => onChange({ text: target.value })}
        error={problemOf("text")}
      />
      {draft.type === "task" ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Assignee"
            options={[{ value: "", label: "Unassigned" }, ...members]}
            value={draft.assigneeId}
            onChange={({ target }) => onChange({ assigneeId: target.value })}
            error={problemOf("assigneeId")}
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
            onChange={({ target }) => onChange({ dueInDays: target.value })}
            error={problemOf("dueInDays")}
          />
        </div>
      ) : (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <CheckboxList
            label="To all"
            options={teamRoles.map((value) => ({ value, label: roleWords[value] }))}
            chosen={draft.roles}
            onChange={(roles) => onChange({ roles })}
            error={problemOf("to")}
          />
          <div className="max-h-72 overflow-y-auto">
            <CheckboxList
              label="Also send to"
              options={members}
              chosen={draft.userIds}
              onChange={(userIds) => onChange({ userIds })}
            />
          </div>
        </div>
      )}
    </>
  );
}
