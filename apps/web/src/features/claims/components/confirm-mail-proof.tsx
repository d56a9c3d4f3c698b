import type { ClaimId } from "@blueprint/contract/ids";
import { readableError } from "../../../lib/readable-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useProveClaim } from "../claims.queries.ts";

/** After a link in a mail. A button and not the page itself: programs that check mails open their links. */
export function ConfirmMailProof({
  claimId,
  token,
  onDone,
}: {
  readonly claimId: ClaimId;
  readonly token: string;
  readonly onDone: () => void;
}) {
  const prove = useProveClaim(claimId);
  return (
    <div className="max-w-3xl">
      <Notice
        tone={prove.error === null ? "attention" : "danger"}
        title="Confirm that the claim is yours"
        action={
          <Button
            variant="primary"
            busy={prove.isPending}
            onClick={() => prove.mutate({ by: "mail", token }, { onSuccess: onDone })}
          >
            Confirm the claim
          </Button>
        }
      >
        {prove.error === null
          ? "You opened the link from the mail to the venue. The team that has the place hears of your claim then."
          : readableError(prove.error)}
      </Notice>
    </div>
  );
}
