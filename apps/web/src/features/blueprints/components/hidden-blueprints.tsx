import { Link } from "@tanstack/react-router";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHead } from "../../../ui/page-head.tsx";

/** Shown to scanners, who can't see the team's blueprints. */
export function HiddenBlueprints({ title, teamName }: { readonly title: string; readonly teamName: string }) {
  return (
    <>
      <title>{`${title} · Blueprint`}</title>
      <PageHead title={title} />
      <EmptyState
        title="Scanners see their own work only"
        action={
          <Button asChild>
            <Link to="/workspace">Go to your tasks</Link>
          </Button>
        }
      >
        Your role in {teamName} can't see its blueprints. If you need to work on them, ask an owner or admin for another
        role.
      </EmptyState>
    </>
  );
}
