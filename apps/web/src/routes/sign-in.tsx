import { createFileRoute, redirect } from "@tanstack/react-router";

// spec §2: an alias that keeps the query string.
export const Route = createFileRoute("/sign-in")({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/login${location.searchStr}`, replace: true });
  },
});
