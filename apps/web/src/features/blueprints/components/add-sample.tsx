import type { TeamId } from "@blueprint/contract/ids";
import { useNavigate } from "@tanstack/react-router";
import { Landmark } from "lucide-react";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { useAddSample } from "../blueprints.queries.ts";

/** Puts the example museum among a team's blueprints and opens it; its scan is being converted meanwhile. */
export function AddSample({ teamId }: { readonly teamId: TeamId }) {
  const navigate = useNavigate();
  const addSample = useAddSample();
  const add = () =>
    addSample.mutate(teamId, {
      onSuccess: ({ id }) => void navigate({ to: "/blueprint-editor/{-$id}", params: { id } }),
    });
  return (
    <>
      <Button busy={addSample.isPending} onClick={add}>
        <Landmark aria-hidden="true" strokeWidth={1.75} />
        Add the example museum
      </Button>
      {addSample.error === null ? null : (
        <p role="alert" className="w-full text-danger">
          {readableError(addSample.error)}
        </p>
      )}
    </>
  );
}
