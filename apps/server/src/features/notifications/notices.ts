import type { Tx } from "../../db/database.ts";
import type { AppContext } from "../../platform/app-context.ts";
import type { EventOf, EventType } from "../../platform/events/product-events.ts";
import type { NewNotification } from "./notify.service.ts";

/** What an event tells some people. */
export interface Notice extends NewNotification {
  readonly to: readonly string[];
  /** Also mailed at once, whatever the person chose: a change that can open their account to somebody else. */
  readonly isSecurity?: true;
  /** Also mailed at once, whatever the person chose: a time limit runs, or something was decided. */
  readonly isMailed?: true;
}

export type NoticeContext = Pick<AppContext, "config">;

/** What each of some events tells, and whom. */
export type Notices<Type extends EventType> = {
  readonly [One in Type]: (tx: Tx, event: EventOf<One>, context: NoticeContext) => Promise<Notice[]>;
};

/** People other than the one who did it. */
export function withoutActor({ actor }: Pick<EventOf<EventType>, "actor">, people: readonly string[]): string[] {
  return people.filter((userId) => userId !== actor?.userId);
}
