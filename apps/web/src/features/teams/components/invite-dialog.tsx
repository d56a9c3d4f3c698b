import { limits } from "@blueprint/contract/limits";
import { roleMay, type TeamRole, teamRoles } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { UserPlus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatAmount, formatDate } from "../../../lib/format.ts";
import { installationQuery } from "../../../lib/installation.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { teamMembersQuery, teamUsageQuery, useInviteToTeam } from "../teams.queries.ts";

const roleLabels: Record<TeamRole, string> = {
  owner: "Owner: runs the team and its plan",
  admin: "Admin: invites, edits and publishes",
  editor: "Editor: edits and publishes",
  scanner: "Scanner: uploads scans for assigned jobs",
  viewer: "Viewer: sees and comments",
};

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

function InviteForm({ onDone }: { readonly onDone: () => void }) {
  const team = useCurrentTeam();
  const [addresses, setAddresses] = useState("");
  const [role, setRole] = useState<TeamRole>("editor");
  const [message, setMessage] = useState("");
  const invite = useInviteToTeam(team.teamId);
  const members = useQuery(teamMembersQuery(team.teamId));
  const open = members.data?.invitations.filter((invitation) => invitation.state === "open") ?? [];
  // Admins can't grant a higher role than their own (product §2).
  const roles = teamRoles.filter((option) => option !== "owner" || team.role === "owner");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate(
      { addresses, role, ...(message.trim() === "" ? {} : { message }) },
      {
        onSuccess: ({ results, invitations }) => {
          const left = results.filter(({ outcome }) => outcome !== "invited");
          if (invitations.length > 0) {
            toasts.add({
              title: invitations.length === 1 ? "Invitation sent" : `${invitations.length} invitations sent`,
              description: `To ${invitations.map(({ email }) => email).join(", ")}.`,
            });
          }
          if (left.length === 0) onDone();
          // Keeps only the addresses that failed, to be corrected.
          else setAddresses(left.map(({ address }) => address).join("\n"));
        },
      },
    );
  };
  const seats = useQuery(teamUsageQuery(team.teamId)).data;
  const seatsLeft = seats === undefined || seats.editorsMax === null ? null : seats.editorsMax - seats.editors;
  const takesSeat = role !== "viewer" && role !== "scanner";
  const addressError = fieldError(invite.error, "addresses");
  const left = invite.data?.results.filter(({ outcome }) => outcome !== "invited") ?? [];
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {invite.error && addressError === undefined ? <Notice tone="danger">{readableError(invite.error)}</Notice> : null}
      {left.length > 0 ? (
        <Notice tone="attention" title="Not invited">
          <ul className="grid gap-0.5">
            {left.map(({ address, outcome }) => (
              <li key={address} className="wrap-anywhere">
                {address}: {outcome === "already-member" ? "is already a member" : "isn't a valid email address"}.
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <TextArea
        label="Email addresses"
        name="addresses"
        hint="Separate addresses with commas or put one per line."
        autoComplete="off"
        spellCheck={false}
        rows={2}
        required
        value={addresses}
        onChange={(event) => setAddresses(event.target.value)}
        error={addressError}
      />
      <Select
        label="Role"
        name="role"
        options={roles.map((value) => ({ value, label: roleLabels[value] }))}
        value={role}
        onChange={(event) => setRole(event.target.value as TeamRole)}
      />
      {takesSeat && seatsLeft !== null && seatsLeft <= 1 ? (
        <Notice
          tone="attention"
          title={seatsLeft === 1 ? "This uses the last editor seat" : "No editor seats left"}
          action={
            roleMay(team.role, "plan.manage") ? (
              <Button asChild>
                <Link to="/manage-plan">Compare plans</Link>
              </Button>
            ) : null
          }
        >
          {seats?.editors} of {seats?.editorsMax} editor seats are in use. Viewers and scanners don't need one.
          {roleMay(team.role, "plan.manage") ? "" : " An owner can add seats by changing the plan."}
        </Notice>
      ) : null}
      <TextArea
        label="Message"
        name="message"
        optional
        maxLength={limits.messageCharactersMax}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {open.length > 0 ? (
        <div className="grid gap-1.5 border-t border-hairline pt-4">
          <h3 className="text-caption text-ink-soft">Pending</h3>
          <ul className="grid gap-1">
            {open.map((invitation) => (
              <li key={invitation.id} className="flex justify-between gap-3">
                <span className="min-w-0 truncate">{invitation.email}</span>
                <span className="shrink-0 font-mono text-caption text-ink-soft">
                  until {formatDate(invitation.expiresAt)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <DialogActions>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={invite.isPending}>
          Send invitation
        </Button>
      </DialogActions>
    </form>
  );
}
