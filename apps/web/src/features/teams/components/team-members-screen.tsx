import { roleMay } from "@blueprint/contract/roles";
import { useQuery } from "@tanstack/react-query";
import { useCurrentTeam } from "../../../lib/current-team.ts";
import { formatAmount } from "../../../lib/format.ts";
import { readableError } from "../../../lib/readable-error.ts";
import { useMe } from "../../../lib/session.ts";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { teamMembersQuery } from "../teams.queries.ts";
import { InvitationTable } from "./invitation-table.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberRole } from "./member-role.tsx";
import { RoleRights } from "./role-rights.tsx";

/** The team's members with their roles, and its invitations. */
export function TeamMembersScreen() {
  const team = useCurrentTeam();
  const { profile } = useMe();
  const canSee = roleMay(team.role, "blueprint.see");
  const canInvite = roleMay(team.role, "member.invite");
  const list = useQuery({ ...teamMembersQuery(team.teamId), enabled: canSee });
  return (
    <div className="max-w-4xl">
      <title>Team members · Blueprint</title>
      <PageHead title="Team members" actions={canInvite ? <InviteDialog /> : null}>
        {list.data === undefined || list.data.isDirectoryHidden
          ? team.name
          : `${team.name}, ${formatAmount(list.data.members.length, "member")}`}
      </PageHead>
      {!canSee ? (
        <p className="text-ink-soft">
          Scanners can't see who else is in {team.name}. Ask an owner or an admin for another role if you need to.
        </p>
      ) : list.isPending ? (
        <Skeleton className="h-48" />
      ) : list.data === undefined ? (
        <ErrorPanel message={readableError(list.error)} onRetry={() => void list.refetch()} />
      ) : (
        <div className="grid gap-10">
          {list.data.isDirectoryHidden ? (
            <p className="text-ink-soft">
              As a guest in {team.name}, you only see yourself. Other members don't see you either, unless they run the
              team or edit in it.
            </p>
          ) : null}
          <div className="overflow-x-auto border border-line bg-sheet">
            <table className="w-full text-left">
              <caption className="sr-only">Members of {team.name}</caption>
              <thead className="border-b border-line text-caption text-ink-soft">
                <tr>
                  <th scope="col" className="px-4 py-2 font-regular">
                    Name
                  </th>
                  <th scope="col" className="px-4 py-2 font-regular max-sm:hidden">
                    Email
                  </th>
                  <th scope="col" className="px-4 py-2 font-regular">
                    Role
                  </th>
                </tr>
              </thead>
              <tbody className="divide-y divide-hairline">
                {list.data.members.map((member) => (
                  <tr key={member.userId}>
                    <th scope="row" className="px-4 py-2.5 font-strong">
                      <span className="wrap-anywhere">{member.name}</span>
                      {member.userId === profile.uid ? (
                        <span className="font-regular text-ink-soft"> (you)</span>
                      ) : null}
                      <span className="block font-regular wrap-anywhere text-ink-soft sm:hidden">{member.email}</span>
                    </th>
                    <td className="px-4 py-2.5 wrap-anywhere text-ink-soft max-sm:hidden">{member.email}</td>
                    <td className="px-4 py-2.5">
                      <MemberRole member={member} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {canInvite ? (
            <section aria-labelledby="invitations" className="grid gap-3">
              <h2 id="invitations" className="text-lead font-strong">
                Invitations
              </h2>
              <InvitationTable invitations={list.data.invitations} />
            </section>
          ) : null}
          <section aria-labelledby="roles" className="grid gap-3">
            <h2 id="roles" className="text-lead font-strong">
              What each role can do
            </h2>
            <RoleRights />
          </section>
        </div>
      )}
    </div>
  );
}
