import { createFileRoute, redirect } from "@tanstack/react-router";

// spec §2: an alias that keeps the query string. The task it opens is stored in the history entry, not in the URL.
export const Route = createFileRoute("/create-account")({
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/login${location.searchStr}`, replace: true, state: { loginTask: "create" } });
  },
});
