import type { LiveState } from "../../../lib/live-ai/live-client.ts";
import { Badge } from "../../../ui/badge.tsx";

/** The state of the live connection (spec §4) in one word. */
export function ConnectionBadge({ state }: { readonly state: LiveState }) {
  return (
    <span role="status" aria-label="Connection">
      {state.connection === "closed" ? (
        <Badge tone={state.failure === null ? "neutral" : "danger"}>Closed</Badge>
      ) : state.connection === "open" && state.isReady ? (
        <Badge tone="good">Open</Badge>
      ) : (
        <Badge tone="attention">Connecting</Badge>
      )}
    </span>
  );
}
