import { readableError } from "../lib/readable-error.ts";
import { Button } from "./button.tsx";
import { Dialog, DialogActions } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

/** Asks for confirmation before a destructive action. The dialog shows a failure. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  keep = "Cancel",
  confirm,
  act,
  onDone,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description: string;
  readonly keep?: string;
  readonly confirm: string;
  readonly act: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly mutateAsync: () => Promise<unknown>;
  };
  readonly onDone?: () => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      {act.error ? <Notice tone="danger">{readableError(act.error)}</Notice> : null}
      <DialogActions>
        <Button variant="quiet" onClick={() => onOpenChange(false)}>
          {keep}
        </Button>
        <Button
          variant="danger"
          busy={act.isPending}
          onClick={() =>
            // Not as a mutation callback: it unmounts with what the action removes. The dialog shows the error.
            act.mutateAsync().then(
              () => {
                onOpenChange(false);
                onDone?.();
              },
              () => {},
            )
          }
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
