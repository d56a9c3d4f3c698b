import { Link, useLocation } from "@tanstack/react-router";
import { Archive, Blocks, Gauge, Layers, QrCode, ServerCog, Settings2, Trash2, Users } from "lucide-react";
import type { ReactNode } from "react";
import { DeletionNotice } from "../features/account/components/deletion-notice.tsx";
import { Announcement } from "../features/installation/components/announcement.tsx";
import { VisitNotice } from "../features/installation/components/visit-notice.tsx";
import { InboxButton } from "../features/notifications/components/inbox-button.tsx";
import { Protected } from "../features/session/components/protected.tsx";
import { UserMenu } from "../features/session/components/user-menu.tsx";
import { SeeAsBanner } from "../features/teams/components/see-as-banner.tsx";
import { StorageMeter } from "../features/teams/components/storage-meter.tsx";
import { TeamSwitcher } from "../features/teams/components/team-switcher.tsx";
import { useNamedTeam } from "../features/teams/use-named-team.ts";
import { useCurrentTeam } from "../lib/current-team.ts";
import { refreshMe, useSession } from "../lib/session.ts";
import { AppPage, type NavigationItem } from "../ui/app-page.tsx";
import { Logo } from "../ui/logo.tsx";

function useNavigation(): readonly NavigationItem[] {
  const { pathname, search } = useLocation();
  const session = useSession();
  const isOperator = session.status === "signed-in" && session.me.isOperator;
  const isOperatorArea = isOperator && pathname === "/workspace" && search.area === "operator";
  const place = pathname === "/dashboard" ? `/dashboard ${search.state ?? ""}` : pathname;
  return [
    {
      label: "Blueprints",
      icon: Blocks,
      to: "/dashboard",
      isCurrent: place.startsWith("/dashboard") && !/archived|binned/.test(place),
    },
    { label: "Workspace", icon: Layers, to: "/workspace", isCurrent: place === "/workspace" && !isOperatorArea },
    ...(isOperator
      ? [
          {
            label: "Installation",
            icon: ServerCog,
            to: "/workspace",
            search: { area: "operator" },
            isCurrent: isOperatorArea,
            wideOnly: true,
          } as const,
        ]
      : []),
    { label: "Team members", icon: Users, to: "/team-members", isCurrent: place === "/team-members", wideOnly: true },
    { label: "Plan", icon: Gauge, to: "/manage-plan", isCurrent: place === "/manage-plan", wideOnly: true },
    {
      label: "Venue signs",
      icon: QrCode,
      to: "/venue-materials",
      isCurrent: place === "/venue-materials",
      wideOnly: true,
    },
    {
      label: "Archive",
      icon: Archive,
      to: "/dashboard",
      search: { state: "archived" },
      isCurrent: place === "/dashboard archived",
    },
    {
      label: "Bin",
      icon: Trash2,
      to: "/dashboard",
      search: { state: "binned" },
      isCurrent: place === "/dashboard binned",
    },
    { label: "Settings", icon: Settings2, to: "/settings", isCurrent: place === "/settings" },
  ];
}

/** Frame of signed-in screens: navigation, team, account, storage. */
export function AppLayout({ children }: { readonly children: ReactNode }) {
  const items = useNavigation();
  return (
    <Protected>
      <AppPage
        brand={
          <Link to="/dashboard" aria-label="Blueprint, go to your blueprints" className="inline-flex">
            <Logo withName="wide" />
          </Link>
        }
        team={<TeamSwitcher />}
        items={items}
        foot={<StorageMeter />}
        inbox={<InboxButton />}
        actions={<UserMenu />}
      >
        <NamedTeam />
        <Announcement />
        <DeletionNotice />
        <CurrentVisit />
        <div className="mb-6 empty:hidden">
          <SeeAsBanner />
        </div>
        {children}
      </AppPage>
    </Protected>
  );
}

function NamedTeam() {
  useNamedTeam();
  return null;
}

/** Shown while an operator is visiting the chosen team. */
function CurrentVisit() {
  const team = useCurrentTeam();
  if (team.visitEndsAt === undefined) return null;
  return <VisitNotice team={team} visitEndsAt={team.visitEndsAt} onLeft={() => void refreshMe()} />;
}
