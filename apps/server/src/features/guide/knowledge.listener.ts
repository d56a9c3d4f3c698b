import type { BlueprintId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import type { EventListener } from "../../platform/events/event-listener.ts";
import { buildKnowledge } from "./knowledge.service.ts";

/** Prepares each published version for search, before a visitor waits for it. */
export function createKnowledgeListener(context: AppContext): EventListener {
  return {
    name: "knowledge",
    hears: {
      "blueprint.published": (tx, { subject, facts }) =>
        buildKnowledge(context, tx, subject.id as BlueprintId, facts.version),
    },
  };
}
