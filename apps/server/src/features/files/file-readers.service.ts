import type { AppContext } from "../../platform/app-context.ts";
import { createRecentAnswers } from "../../platform/recent-answers.ts";
import { isDisabled } from "../people/accounts.service.ts";
import type { MayStillRead } from "../publishing/served-files.service.ts";
import { hasTeamPermission } from "../teams/teams.service.ts";

/** How long a permission check is cached: opening one scan requests hundreds of files. */
const rightForMs = 60_000;
const keptRightsMax = 10_000;

/** Requests carry only the URL, no session, so this also rejects disabled and deleted accounts. */
export function createFileReaders({ db, clock }: AppContext): MayStillRead {
  const recently = createRecentAnswers<boolean>(clock, { validForMs: rightForMs, keptMax: keptRightsMax });
  return (userId, teamId, permission) =>
    recently(`${userId} ${teamId} ${permission}`, async () => {
      const [isAllowed, isClosed] = await Promise.all([
        hasTeamPermission(db, userId, teamId, permission),
        isDisabled(db, userId),
      ]);
      return isAllowed && !isClosed;
    });
}
