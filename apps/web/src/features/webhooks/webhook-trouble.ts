import type { Webhook } from "@blueprint/contract/webhooks";

/** Why a webhook is disabled or failing; null if there is no problem. */
export function describeTrouble({ disabledBecause, failingSince }: Webhook): string | null {
  switch (disabledBecause) {
    case "person":
      return "Stopped. Nothing is sent.";
    case "failing":
      return "Stopped because every message failed for three days. See the log for unsent messages.";
    case "gone":
      return "Stopped because the receiver says it's gone.";
    case null:
      return failingSince === null ? null : "The last messages failed. We'll retry for about a day.";
  }
}
