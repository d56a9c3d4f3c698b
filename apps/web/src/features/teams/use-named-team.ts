import { type TeamId, teamIdSchema } from "@blueprint/contract/ids";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { z } from "zod";
import { chooseTeam, useCurrentTeam } from "../../lib/current-team.ts";
import { refreshMe, useMe } from "../../lib/session.ts";

/** Search params of a URL that may name a team. */
export const namedTeamSearch = z.object({ team: teamIdSchema.optional().catch(undefined) });

/**
 * Switches to the team named in the URL (`?team=`), as in links of notifications and mails. Then drops the param, so
 * that it doesn't override a later switch.
 */
export function useNamedTeam(): void {
  const { teams } = useMe();
  const current = useCurrentTeam().teamId;
  const wanted = useLocation({ select: ({ search }) => search.team });
  const pathname = useLocation({ select: (location) => location.pathname });
  const navigate = useNavigate();
  const isMember = teams.some(({ teamId }) => teamId === wanted);
  /** The user may have gained access, or the team may have been restored, since this page loaded. */
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
