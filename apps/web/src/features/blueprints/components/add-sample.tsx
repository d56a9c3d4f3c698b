import type { TeamId } from "@blueprint/contract/ids";
import { useNavigate } from "@tanstack/react-router";
import { Landmark } from "lucide-react";
import { readableError } from "../../../lib/readable-error.ts";
import { runMutation } from "../../../lib/run-mutation.ts";
import { Button } from "../../../ui/button.tsx";
import { useAddSample } from "../blueprints.queries.ts";

/** Adds the example museum to a team's blueprints and opens it while its scan is still converting. */
export function AddSample({ teamId }: { readonly teamId: TeamId }) {
  const navigate = useNavigate();
  const addSample = useAddSample();
  const add = () =>
    runMutation(addSample, teamId, {
      onSuccess: ({ id }) => void navigate({ to: "/blueprint-editor/{-$id}", params: { id } }),
    });
  return (
    <>
      <Button busy={addSample.isPending} onClick={add}>
        <Landmark aria-hidden="true" strokeWidth={1.75} />
        Add example museum
      </Button>
      {addSample.error === null ? null : (
        <p role="alert" className="w-full text-danger">
          {readableError(addSample.error)}
        </p>
      )}
    </>
  );
}
