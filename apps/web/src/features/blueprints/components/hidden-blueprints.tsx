import { Link } from "@tanstack/react-router";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHead } from "../../../ui/page-head.tsx";

/** For scanners: the team's blueprints are not theirs to see. */
export function HiddenBlueprints({ title, teamName }: { readonly title: string; readonly teamName: string }) {
  return (
    <>
      <title>{`${title} · Blueprint`}</title>
      <PageHead title={title} />
      <EmptyState
        title="Scanners see their own work only"
        action={
          <Button asChild>
            <Link to="/workspace">To your tasks</Link>
          </Button>
        }
      >
        Your role in {teamName} does not see its blueprints. Ask an owner or an admin for another role if you are to
        work on them.
      </EmptyState>
    </>
  );
}
