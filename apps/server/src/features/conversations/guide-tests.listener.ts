import type { BlueprintId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import type { EventListener } from "../../platform/events/event-listener.ts";
import { countTests } from "./guide-tests.repository.ts";
import { startRun } from "./guide-tests.service.ts";

/** Tests each published version by search alone, which costs nothing, so that its results are kept. */
export function createGuideTestsListener(context: AppContext): EventListener {
  return {
    name: "guide-tests",
    hears: {
      "blueprint.published": async (tx, { subject, facts: { version } }) => {
        const blueprintId = subject.id as BlueprintId;
        if ((await countTests(tx, blueprintId)) === 0) return;
        await startRun(context, tx, { blueprintId, version, withAnswers: false });
      },
    },
  };
}
