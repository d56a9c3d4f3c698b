import type { BlueprintId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import type { EventListener } from "../../platform/events/event-listener.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import { lockRowsInUse, markBroken } from "./short-links.repository.ts";
import { findVisitorScene, hasTarget, toState, toTarget } from "./short-links.service.ts";

/** After each publishing, notes which links no longer find their target; editors hear of each link once. */
export function createShortLinksListener(context: AppContext): EventListener {
  return {
    name: "short-links",
    hears: {
      "blueprint.published": async (tx, { at, teamId, subject }) => {
        const blueprintId = subject.id as BlueprintId;
        const links = await lockRowsInUse(tx, blueprintId);
        if (links.length === 0) return;
        // The version that is served now, which may be newer than the event's.
        const scene = await findVisitorScene(context, blueprintId);
        if (scene === null) return;
        const [there, missing] = [true, false].map((isThere) =>
          links.filter((link) => hasTarget(scene, toTarget(link)) === isThere),
        ) as [typeof links, typeof links];
        const found = there.filter(({ brokenSince }) => brokenSince !== null);
        const lost = missing.filter((link) => link.brokenSince === null && toState(link, at) === "active");
        await markBroken(tx, found, null);
        await markBroken(tx, lost, at);
        if (lost.length === 0) return;
        const names = lost.map(({ code, label }) => (label === "" ? code : `${label} (${code})`));
        await recordEvent(tx, context, {
          actor: null,
          teamId,
          type: "short-link.broken",
          subject,
          facts: { links: names },
        });
      },
    },
  };
}
