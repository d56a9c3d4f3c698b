import { limits } from "@blueprint/contract/limits";
import type { TeamRole } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { fieldError, readableError } from "../../../lib/readable-error.ts";
import { toasts } from "../../../lib/toast.store.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Select } from "../../../ui/select.tsx";
import { TextArea } from "../../../ui/text-area.tsx";
import { listGrantableRoles, listRefused, takesSeat } from "../invite.ts";
import { teamMembersQuery, teamUsageQuery, useInviteToTeam } from "../teams.queries.ts";
import { PendingInvitations } from "./pending-invitations.tsx";
import { SeatNotice } from "./seat-notice.tsx";

const roleLabels: Record<TeamRole, string> = {
  owner: "Owner: runs the team and its plan",
  admin: "Admin: invites, edits and publishes",
  editor: "Editor: edits and publishes",
  scanner: "Scanner: uploads scans for assigned jobs",
  viewer: "Viewer: sees and comments",
};

/** Invites addresses. Those that can't be invited stay in the form, to be corrected. */
export function InviteForm({ onDone }: { readonly onDone: () => void }) {
  const team = useCurrentTeam();
  const [addresses, setAddresses] = useState("");
  const [role, setRole] = useState<TeamRole>("editor");
  const [message, setMessage] = useState("");
  const invite = useInviteToTeam(team.teamId);
  const members = useQuery(teamMembersQuery(team.teamId));
  const open = members.data?.invitations.filter((invitation) => invitation.state === "open") ?? [];
  const usage = useQuery(teamUsageQuery(team.teamId)).data;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate(
      { addresses, role, ...(message.trim() === "" ? {} : { message }) },
      {
        onSuccess: ({ results, invitations }) => {
          const refused = listRefused(results);
          if (invitations.length > 0) {
            toasts.add({
              title: invitations.length === 1 ? "Invitation sent" : `${invitations.length} invitations sent`,
              description: `To ${invitations.map(({ email }) => email).join(", ")}.`,
            });
          }
          if (refused.length === 0) onDone();
          // Keeps only the addresses that failed, to be corrected.
          else setAddresses(refused.map(({ address }) => address).join("\n"));
        },
      },
    );
  };
  const addressError = fieldError(invite.error, "addresses");
  const refused = listRefused(invite.data?.results ?? []);
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {invite.error && addressError === undefined ? <Notice tone="danger">{readableError(invite.error)}</Notice> : null}
      {refused.length > 0 ? (
        <Notice tone="attention" title="Not invited">
          <ul className="grid gap-0.5">
            {refused.map(({ address, outcome }) => (
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
        options={listGrantableRoles(team.role).map((value) => ({ value, label: roleLabels[value] }))}
        value={role}
        onChange={(event) => setRole(event.target.value as TeamRole)}
      />
      {takesSeat(role) ? <SeatNotice usage={usage} /> : null}
      <TextArea
        label="Message"
        name="message"
        optional
        maxLength={limits.messageCharactersMax}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <PendingInvitations invitations={open} />
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
