import { createRouter } from "@tanstack/react-router";
import { SupportLine } from "./features/installation/components/support-line.tsx";
import { isCodeMissing } from "./lib/newer-version.ts";
import { parseSearch, stringifySearch } from "./lib/search-text.ts";
import { dropUnshownAnswers, queryClient } from "./lib/session.ts";
import { routeTree } from "./route-tree.gen.ts";
import { ErrorPanel } from "./ui/error-panel.tsx";
import { PageSpinner } from "./ui/page-spinner.tsx";

export const router = createRouter({
  routeTree,
  // spec §2: any other path is not found, and the server agrees.
  caseSensitive: true,
  // spec §2: URLs keep their query string.
  parseSearch,
  stringifySearch,
  context: { queryClient },
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultPendingComponent: PageSpinner,
  defaultErrorComponent: ({ error, reset }) => (
    <ErrorPanel
      // spec §8: this is a failure of the screen. The browser's message about a file wouldn't help users.
      title={isCodeMissing(error) ? "Something went wrong. Please try again." : undefined}
      message={isCodeMissing(error) ? undefined : error instanceof Error ? error.message : String(error)}
      onRetry={() => {
        dropUnshownAnswers();
        reset();
      }}
      help={<SupportLine lead="If it keeps happening:" />}
    />
  ),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Initial task of the sign-in screen. */
    loginTask?: "create";
  }
}
