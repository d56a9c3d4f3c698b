import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatAmount } from "../../../lib/format.ts";
import { installationQuery } from "../../../lib/installation.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { InviteForm } from "./invite-form.tsx";

/** The invite button with its form. For members who may invite. */
export function InviteDialog() {
  const team = useCurrentTeam();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(installationQuery);
  const days = data === undefined ? "" : `, for ${formatAmount(data.invitationValidDays, "day")}`;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <UserPlus aria-hidden="true" strokeWidth={1.5} />
        Invite a teammate
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Invite to ${team.name}`}
        description={`We'll email them a link that works once${days}.`}
      >
        <InviteForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
