import type { Workflow } from "@blueprint/contract/workflows";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { useCreateWorkflow, useUpdateWorkflow } from "../workflows.queries.ts";
import { WorkflowForm, type WorkflowFormParts } from "./workflow-form.tsx";

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
