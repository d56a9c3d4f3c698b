import { createFileRoute, redirect } from "@tanstack/react-router";

// spec §2: an alias that keeps the query string. What it was opened for goes with the history entry, not with the address.
export const Route = createFileRoute("/create-account")({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/login${location.searchStr}`, replace: true, state: { loginTask: "create" } });
  },
});
