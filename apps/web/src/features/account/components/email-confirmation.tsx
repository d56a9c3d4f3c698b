import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useConfirmEmailChange } from "../account.queries.ts";

/** Target of the link mailed to a new address; works signed in or signed out. */
export function EmailConfirmation({ token }: { readonly token: string }) {
  const confirm = useConfirmEmailChange();
  if (confirm.isSuccess)
    return (
      <Notice tone="good" title="Your email address was changed">
        From now on you sign in with {confirm.data.email}.
      </Notice>
    );
  return (
    <Notice
      tone={confirm.error === null ? "info" : "danger"}
      title="Use this email address?"
      action={
        <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate(token)}>
          Use this address
        </Button>
      }
    >
      {confirm.error === null ? "You'll sign in with the address this link was sent to." : readableError(confirm.error)}
    </Notice>
  );
}
