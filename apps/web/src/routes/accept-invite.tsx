import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { AcceptInviteScreen } from "../features/session/components/accept-invite-screen.tsx";

export const Route = createFileRoute("/accept-invite")({
  validateSearch: z.object({ token: z.coerce.string().catch("") }),
  component: AcceptInvite,
});

function AcceptInvite() {
  const { token } = Route.useSearch();
  return <AcceptInviteScreen key={token} token={token} />;
}
