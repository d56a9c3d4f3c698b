import { useBlocker } from "@tanstack/react-router";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { useDocument } from "../use-editor-room.ts";

/** Asks before a screen is left whose last changes the server does not have. */
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
      title="Your last changes are not saved yet"
    >
      <p className="text-pretty">
        They have not reached the server. If you stay, they are sent as soon as the connection is back.{" "}
        {isKeptOnDevice
          ? "If you leave now, they stay in this browser and are sent when you open this blueprint here again."
          : "If you leave now, they are lost."}
      </p>
      <DialogActions>
        <Button variant="quiet" onClick={() => blocker.proceed?.()}>
          {isKeptOnDevice ? "Leave and send them later" : "Leave without them"}
        </Button>
        <Button variant="primary" onClick={() => blocker.reset?.()}>
          Stay
        </Button>
      </DialogActions>
    </Dialog>
  );
}
