import { createFileRoute, useLocation } from "@tanstack/react-router";
import { z } from "zod";
import { AcceptInviteScreen } from "../features/session/components/accept-invite-screen.tsx";
import { LoginScreen } from "../features/session/components/login-screen.tsx";
import { storeDestination } from "../lib/destination.ts";
import { keepSearch } from "../lib/search-text.ts";

const search = z.object({
  /** Token from a password reset mail. */
  reset: z.string().optional().catch(undefined),
  ref: z
    .string()
    .regex(/^[A-Z0-9]{6}$/)
    .optional()
    .catch(undefined),
  ask: z
    .literal("true")
    .transform(() => true)
    .optional()
    .catch(undefined),
  /** Token of an invitation, whose form this screen then shows. */
  token: z.string().optional().catch(undefined),
  /** Where to go after signing in; ignored if it leaves our own and the configured origins. */
  next: z.string().max(2_000).optional().catch(undefined),
});

export const Route = createFileRoute("/login")({
  validateSearch: keepSearch(search),
  beforeLoad: ({ search: asked, cause }) => {
    const { next } = search.parse(asked);
    if (next !== undefined && cause !== "preload") storeDestination(next);
  },
  component: Login,
});

function Login() {
  const { reset, ref, ask, token } = search.parse(Route.useSearch());
  const firstTask = useLocation({ select: ({ state }) => state.loginTask });
  if (token !== undefined) return <AcceptInviteScreen key={token} token={token} />;
  return (
    <LoginScreen resetToken={reset} referralCode={ref} startWith={ask === true ? "ask" : (firstTask ?? "sign-in")} />
  );
}
