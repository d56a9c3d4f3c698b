import { type ComponentProps, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";

/** A button that asks for confirmation. */
export function ConfirmedAct({
  label,
  ...question
}: { readonly label: string } & Omit<ComponentProps<typeof ConfirmDialog>, "open" | "onOpenChange" | "keep">) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      <ConfirmDialog {...question} keep="Cancel" open={isAsking} onOpenChange={setAsking} />
    </>
  );
}
