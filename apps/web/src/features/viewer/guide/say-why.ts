import type { GuideState } from "@blueprint/contract/conversations";

/** The text that says why a question has no answer. */
export function sayWhy(state: Exclude<GuideState, "answered">, hasFound: boolean) {
  switch (state) {
    case "unknown":
      return hasFound ? "conversation.unknown" : "conversation.unknownAtAll";
    case "unavailable":
      return hasFound ? "conversation.unavailable" : "conversation.unavailableAtAll";
    case "no-minutes":
      return "conversation.noMinutes";
    default:
      return `conversation.${state}` as const;
  }
}
