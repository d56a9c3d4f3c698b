import { useState } from "react";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";

/** A button whose act is asked about first. A failure stays in the question. */
export function ConfirmedAct({
  label,
  title,
  description,
  confirm,
  act,
  onDone,
}: {
  readonly label: string;
  readonly title: string;
  readonly description: string;
  readonly confirm: string;
  readonly act: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly mutateAsync: () => Promise<unknown>;
  };
  readonly onDone: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      <Dialog open={isAsking} onOpenChange={setAsking} title={title} description={description}>
        {act.error ? <Notice tone="danger">{readableError(act.error)}</Notice> : null}
        <DialogActions>
          <Button variant="quiet" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={act.isPending}
            onClick={() =>
              // Not as a callback of the mutation: it goes with what the act takes away. Its error is shown above.
              act.mutateAsync().then(
                () => {
                  setAsking(false);
                  onDone();
                },
                () => {},
              )
            }
          >
            {confirm}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
