import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { MeasurementNote } from "../features/measurement/components/measurement-note.tsx";
import { isMeasured } from "../features/measurement/measurement.store.ts";
import { followChanges } from "../features/notifications/follow-changes.ts";
import { TransferTray } from "../features/scans/components/transfer-tray.tsx";
import { BypassedScreen } from "../features/session/bypassed-screen.ts";
import { useSession } from "../lib/session.ts";
import { Toaster } from "../ui/toaster.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { DemoPage } from "./-demo-page.tsx";
import { NotFoundPage } from "./-not-found-page.tsx";

export const Route = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
});

function RootLayout() {
  const session = useSession();
  const isSignedIn = session.status === "signed-in";
  useEffect(() => (isSignedIn ? followChanges() : undefined), [isSignedIn]);
  // The visitors' viewer has its own skip link, which must come first.
  const hasOwnSkipLink = useLocation({ select: ({ pathname }) => pathname === "/webxr" });
  return (
    <TooltipProvider delayDuration={400}>
      {hasOwnSkipLink ? null : (
        <a
          href="#content"
          className="sr-only z-50 rounded-sharp bg-ink px-3 py-2 text-paper focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        >
          Skip to content
        </a>
      )}
      <BypassedScreen value={<DemoPage />}>
        <Outlet />
      </BypassedScreen>
      {session.status === "signed-in" ? <TransferTray userId={session.me.profile.uid} /> : null}
      {isMeasured ? <MeasurementNote /> : null}
      <Toaster />
    </TooltipProvider>
  );
}
