import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { LoginScreen } from "../features/session/components/login-screen.tsx";

const search = z.object({
  /** Token of a password reset mail. */
  reset: z.coerce.string().optional().catch(undefined),
  ref: z
    .string()
    .regex(/^[A-Z0-9]{6}$/)
    .optional()
    .catch(undefined),
  ask: z.boolean().optional().catch(undefined),
});

export const Route = createFileRoute("/login")({ validateSearch: search, component: Login });

function Login() {
  const { reset, ref, ask } = Route.useSearch();
  return <LoginScreen resetToken={reset} referralCode={ref} startWithAccess={ask === true} />;
}
