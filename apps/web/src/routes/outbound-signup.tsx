import { createFileRoute, redirect } from "@tanstack/react-router";

// spec §2: an alias that keeps the query string.
export const Route = createFileRoute("/outbound-signup")({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/onboarding${location.searchStr}`, replace: true });
  },
});
