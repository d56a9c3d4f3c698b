import type { Workflow } from "@blueprint/contract/workflows";
import { FlaskConical, MoreHorizontal, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { complain } from "../../../lib/complain.ts";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { Badge } from "../../../ui/badge.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { LogDisclosure } from "../../../ui/log-disclosure.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { describeAction, describeOccasion, runStates } from "../workflow-words.ts";
import { useDeleteWorkflow, useTestWorkflow, useUpdateWorkflow } from "../workflows.queries.ts";
import { RunLog } from "./run-log.tsx";

/** One workflow: its description in a sentence, its last run and its actions. */
export function WorkflowCard({
  workflow,
  canKeep,
  onChange,
}: {
  readonly workflow: Workflow;
  readonly canKeep: boolean;
  readonly onChange: () => void;
}) {
  const team = useCurrentTeam();
  const [isAsking, setAsking] = useState(false);
  const update = useUpdateWorkflow(team.teamId, workflow.id);
  const test = useTestWorkflow(team.teamId, workflow.id);
  const remove = useDeleteWorkflow(team.teamId, workflow.id);
  const { name, isEnabled, lastRun } = workflow;
  const turn = () =>
    update.mutate(
      { isEnabled: !isEnabled },
      {
        onError: (error) => complain("Couldn't update the workflow", error),
      },
    );
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] border border-line bg-sheet">
      <div className="flex items-start justify-between gap-x-4 px-4 py-3">
        <div className="grid min-w-0 gap-1.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="min-w-0 font-strong break-words">{name}</h3>
            <Badge tone={isEnabled ? "good" : "neutral"}>{isEnabled ? "On" : "Off"}</Badge>
          </div>
          <p className="break-words text-pretty">
            {describeOccasion(workflow)}: {describeAction(workflow.action)}.
          </p>
          <p className="text-caption text-ink-soft">
            {lastRun === null
              ? "It hasn't run in the last 30 days."
              : `Last ${lastRun.isTest ? "test" : "run"} ${formatDateTime(lastRun.at)}: ${runStates[
                  lastRun.state
                ].label.toLowerCase()}.`}
          </p>
        </div>
        {canKeep ? (
          <Menu trigger={<IconButton label={`Actions for ${name}`} icon={MoreHorizontal} size="small" />}>
            <MenuItem icon={Pencil} onSelect={onChange}>
              Edit…
            </MenuItem>
            <MenuItem icon={isEnabled ? Pause : Play} onSelect={turn}>
              {isEnabled ? "Turn off" : "Turn on"}
            </MenuItem>
            <MenuItem icon={FlaskConical} onSelect={() => test.mutate()}>
              Run as a test
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={() => setAsking(true)}>
              Remove…
            </MenuItem>
          </Menu>
        ) : null}
      </div>
      {test.error ? (
        <div className="px-4 pb-3">
          <Notice tone="danger" title="Couldn't run the test">
            {readableError(test.error)}
          </Notice>
        </div>
      ) : test.data === undefined ? null : (
        <div className="px-4 pb-3">
          <Notice
            tone={test.data.state === "done" ? "good" : "attention"}
            title={test.data.state === "done" ? "Test succeeded" : "Test failed"}
          >
            {test.data.result}
          </Notice>
        </div>
      )}
      {canKeep ? (
        <LogDisclosure name={name}>
          <RunLog workflowId={workflow.id} />
        </LogDisclosure>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${name}?`}
        description="This also removes its log. Tasks and messages it created stay."
        confirm="Remove workflow"
        act={remove}
      />
    </li>
  );
}
