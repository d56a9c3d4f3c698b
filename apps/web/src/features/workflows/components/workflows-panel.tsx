import { roleMay } from "@blueprint/contract/roles";
import type { Workflow } from "@blueprint/contract/workflows";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { workflowsQuery } from "../workflows.queries.ts";
import { WorkflowCard } from "./workflow-card.tsx";
import { WorkflowDialog } from "./workflow-dialog.tsx";
import type { WorkflowFormParts } from "./workflow-form.tsx";

/** The team's automations. Everyone who sees its blueprints can read them; owners and admins manage them. */
export function WorkflowsPanel(parts: WorkflowFormParts) {
  const team = useCurrentTeam();
  const canKeep = roleMay(team.role, "team.settings");
  const list = useQuery(workflowsQuery(team.teamId));
  const [open, setOpen] = useState<Workflow | "new" | null>(null);
  const make = (
    <Button onClick={() => setOpen("new")}>
      <Plus aria-hidden="true" strokeWidth={1.5} />
      New workflow
    </Button>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {list.isPending ? (
        <Skeleton className="h-32" />
      ) : list.data === undefined ? (
        <LoadFailure query={list} />
      ) : list.data.length === 0 ? (
        <EmptyState title="No workflows yet" action={canKeep ? make : null} className="min-h-60 py-8">
          When a scan is ready, create a task. When a visitor answers a form, send an email.{" "}
          {canKeep ? "Choose a trigger and an action." : "Owners and admins can create workflows."}
        </EmptyState>
      ) : (
        <>
          {canKeep ? <div className="justify-self-end">{make}</div> : null}
          <ul className="grid gap-3">
            {list.data.map((workflow) => (
              <WorkflowCard
                key={workflow.id}
                workflow={workflow}
                canKeep={canKeep}
                onChange={() => setOpen(workflow)}
              />
            ))}
          </ul>
        </>
      )}
      <WorkflowDialog {...parts} workflow={open} onClose={() => setOpen(null)} />
    </div>
  );
}
