import { useBlocker } from "@tanstack/react-router";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { useDocument } from "../use-editor-room.ts";

/** Asks for confirmation before the user leaves a screen with unsaved changes. */
export function LeaveGuard() {
  const { unsavedCount, access, isTooNew, isKeptOnDevice } = useDocument();
  const hasUnsaved = unsavedCount > 0 && access !== "read" && !isTooNew;
  const blocker = useBlocker({
    shouldBlockFn: () => hasUnsaved,
    enableBeforeUnload: () => hasUnsaved,
    withResolver: true,
  });
  return (
    <Dialog
      open={blocker.status === "blocked"}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Your latest changes aren't saved yet"
    >
      <p className="text-pretty">
        They haven't reached the server. If you stay, they're saved as soon as you're back online.{" "}
        {isKeptOnDevice
          ? "If you leave now, they stay in this browser and are saved the next time you open this blueprint here."
          : "If you leave now, you lose them."}
      </p>
      <DialogActions>
        <Button variant="quiet" onClick={() => blocker.proceed?.()}>
          {isKeptOnDevice ? "Leave and save later" : "Leave without saving"}
        </Button>
        <Button variant="primary" onClick={() => blocker.reset?.()}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  );
}
