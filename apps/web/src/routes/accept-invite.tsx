import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { AcceptInviteScreen } from "../features/session/components/accept-invite-screen.tsx";
import { keepSearch } from "../lib/search-text.ts";

const search = z.object({ token: z.string().optional().catch(undefined) });

export const Route = createFileRoute("/accept-invite")({ validateSearch: keepSearch(search), component: AcceptInvite });

function AcceptInvite() {
  const { token = "" } = search.parse(Route.useSearch());
  return <AcceptInviteScreen key={token} token={token} />;
}
