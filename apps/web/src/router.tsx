import { createRouter } from "@tanstack/react-router";
import { SupportLine } from "./features/installation/components/support-line.tsx";
import { parseSearch, stringifySearch } from "./lib/search-text.ts";
import { queryClient } from "./lib/session.ts";
import { routeTree } from "./route-tree.gen.ts";
import { ErrorPanel } from "./ui/error-panel.tsx";
import { PageSpinner } from "./ui/page-spinner.tsx";

export const router = createRouter({
  routeTree,
  // spec §2: any other path is not found, and the server says so too.
  caseSensitive: true,
  // spec §2: addresses keep their query string.
  parseSearch,
  stringifySearch,
  context: { queryClient },
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultPendingComponent: PageSpinner,
  defaultErrorComponent: ({ error, reset }) => (
    <ErrorPanel
      message={error instanceof Error ? error.message : String(error)}
      onRetry={reset}
      help={<SupportLine lead="If it keeps happening:" />}
    />
  ),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** What the screen of signing in opens on. */
    loginTask?: "create";
  }
}
