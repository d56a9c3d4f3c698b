import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyField } from "./copy-field.tsx";
import { DialogActions } from "./dialog.tsx";

/** End of a dialog that created a secret: copy it now, because it is never shown again. */
export function ShownOnce({
  label,
  secret,
  onCopied,
  children,
}: {
  readonly label: string;
  readonly secret: string;
  readonly onCopied: () => void;
  readonly children?: ReactNode;
}) {
  return (
    <>
      <CopyField label={label} value={secret} action="Copy" />
      {children}
      <DialogActions>
        <Button variant="primary" onClick={onCopied}>
          I've copied it
        </Button>
      </DialogActions>
    </>
  );
}
