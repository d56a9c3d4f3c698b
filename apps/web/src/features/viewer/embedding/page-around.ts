import { type EmbedCommand, type EmbedEvent, embedCommandSchema } from "@blueprint/contract/embed-messages";
import type { ReportedEvent } from "./embed-events.ts";

/** The page that a place is embedded in. Only sites that the team named can be one: browsers refuse the frame to others. */
export interface PageAround {
  readonly report: (event: ReportedEvent) => void;
  /** @returns what ends listening */
  readonly listen: (take: (command: EmbedCommand) => void) => () => void;
}

/** Null for a place on a page of its own. */
export function findPageAround(own: Window = window): PageAround | null {
  const around = own.parent;
  if (around === own) return null;
  return {
    // To any origin: the frame's policy has settled which sites may frame it, and visitors see what is reported.
    report: (event) => around.postMessage({ blueprint: 1, ...event } as EmbedEvent, "*"),
    listen: (take) => {
      const onMessage = ({ source, data }: MessageEvent) => {
        if (source !== around) return;
        const command = embedCommandSchema.safeParse(data);
        if (command.success) take(command.data);
      };
      own.addEventListener("message", onMessage);
      return () => own.removeEventListener("message", onMessage);
    },
  };
}
