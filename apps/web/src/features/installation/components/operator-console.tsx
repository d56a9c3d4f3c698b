import type { InstallationTeam } from "@blueprint/contract/installation";
import type { ReactNode } from "react";
import { useMe } from "../../../lib/session.ts";
import { PageHead } from "../../../ui/page-head.tsx";
import { PagePart } from "../../../ui/page-part.tsx";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import { EnterTeam } from "./enter-team.tsx";
import { HealthPanel } from "./health-panel.tsx";
import { InstallationTeamsPanel } from "./installation-teams-panel.tsx";
import { PeoplePanel } from "./people-panel.tsx";
import { SettingsPanel } from "./settings-panel.tsx";

export const consoleParts = ["requests", "people", "teams", "health", "settings"] as const;
export type ConsolePart = (typeof consoleParts)[number];

const labels: Record<ConsolePart, string> = {
  requests: "Requests",
  people: "People",
  teams: "Teams",
  health: "Health",
  settings: "Settings",
};

/** The console of those who run this installation. The server serves it to operators only. */
export function OperatorConsole({
  part,
  inbox,
  invoices,
  onPart,
  onEntered,
}: {
  readonly part: ConsolePart;
  /** Requests to the operators. */
  readonly inbox: ReactNode;
  readonly invoices: ReactNode;
  readonly onPart: (part: ConsolePart) => void;
  /** Called once the operator may read a team's blueprints. */
  readonly onEntered: (team: InstallationTeam) => Promise<void>;
}) {
  const { teams } = useMe();
  const isOwn = ({ teamId }: InstallationTeam) =>
    teams.some((own) => own.teamId === teamId && own.visitEndsAt === undefined);
  return (
    <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-12">
      <title>This installation · Blueprint</title>
      <div>
        <PageHead title="This installation">For its operators</PageHead>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <PagePart id="installation" title="Requests, people and settings">
            <div>
              <SegmentedControl
                label="Part"
                className="flex-wrap"
                value={part}
                onChange={onPart}
                segments={consoleParts.map((value) => ({ value, label: labels[value] }))}
              />
            </div>
            {part === "requests" ? inbox : null}
            {part === "people" ? <PeoplePanel /> : null}
            {part === "teams" ? (
              <InstallationTeamsPanel
                renderEnter={(team) =>
                  isOwn(team) ? null : <EnterTeam team={team} onEntered={() => onEntered(team)} />
                }
              />
            ) : null}
            {part === "health" ? <HealthPanel /> : null}
            {part === "settings" ? <SettingsPanel /> : null}
          </PagePart>
          <PagePart id="invoices" title="Invoices">
            {invoices}
          </PagePart>
        </div>
      </div>
    </div>
  );
}
