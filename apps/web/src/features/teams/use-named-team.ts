import { type TeamId, teamIdSchema } from "@blueprint/contract/ids";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { z } from "zod";
import { chooseTeam, useCurrentTeam } from "../../lib/current-team.ts";
import { refreshMe, useMe } from "../../lib/session.ts";

/** What an address takes that may name a team. */
export const namedTeamSearch = z.object({ team: teamIdSchema.optional().catch(undefined) });

/**
 * Goes over to the team that an address names (`?team=`), as those of notifications and mails do. The name is taken out
 * of the address once it was followed: whoever then switches teams is not sent back.
 */
export function useNamedTeam(): void {
  const { teams } = useMe();
  const current = useCurrentTeam().teamId;
  const wanted = useLocation({ select: ({ search }) => search.team });
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  const isMember = teams.some(({ teamId }) => teamId === wanted);
  /** Somebody may have been let into it, or it came back from the bin, after this page was loaded. */
  const [asked, setAsked] = useState<TeamId | null>(null);
  useEffect(() => {
    if (wanted === undefined) return;
    if (!isMember && asked !== wanted) {
      void refreshMe().then(() => setAsked(wanted));
      return;
    }
    if (isMember && wanted !== current) chooseTeam(wanted);
    setAsked(null);
    void navigate({ to: pathname, search: ({ team: _, ...rest }) => rest, replace: true, resetScroll: false });
  }, [wanted, isMember, asked, current, pathname, navigate]);
}
