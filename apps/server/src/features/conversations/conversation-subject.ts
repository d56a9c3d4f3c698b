import type { Audience } from "@blueprint/contract/audiences";
import type { BlueprintId, TeamId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { requireBlueprintScope } from "../blueprints/blueprints.service.ts";
import { type Asked, noteAsked, type QuestionMemory } from "../guide/guide.service.ts";
import { type AskedPlace, DraftKnowledge, toAskedPlace } from "../guide/place-knowledge.service.ts";
import { requireAdmittedVersion } from "../published/published.service.ts";
import { isClosedPlace } from "./closed-place.ts";
import type { TicketSubject } from "./tickets.service.ts";

/** What the asker may ask about now. */
export interface ConversationAdmission {
  readonly blueprintId: BlueprintId;
  readonly teamId: TeamId;
  readonly audience: Audience;
  readonly place: AskedPlace;
  /** Counts what came of a question. */
  note(asked: Asked): Promise<void>;
}

/** What a conversation is about. */
export interface ConversationSubject {
  /** The same for conversations that the same person may have. */
  readonly key: string;
  /** Null if the actor may not ask about it. */
  admit(actor: Actor | null): Promise<ConversationAdmission | null>;
  /** The conversation is over. */
  end(): Promise<void>;
}

export function toSubject(context: AppContext, memory: QuestionMemory, about: TicketSubject): ConversationSubject {
  return about.kind === "place" ? toPlaceSubject(context, memory, about) : toDraftSubject(context, about.blueprintId);
}

function toPlaceSubject(
  context: AppContext,
  memory: QuestionMemory,
  { slug, credentials }: Extract<TicketSubject, { kind: "place" }>,
): ConversationSubject {
  return {
    key: JSON.stringify([slug, credentials]),
    admit: async (actor) => {
      try {
        const admitted = await requireAdmittedVersion(context, slug, { ...credentials, actor });
        const { blueprintId, teamId, audience } = admitted;
        return {
          ...{ blueprintId, teamId, audience },
          place: toAskedPlace(context, memory.sets, admitted),
          note: (asked) => noteAsked(context, memory, admitted, asked),
        };
      } catch (error) {
        if (isClosedPlace(error)) return null;
        throw error;
      }
    },
    end: async () => {},
  };
}

/** For those who may change the draft; they hear what visitors would hear. */
function toDraftSubject(context: AppContext, blueprintId: BlueprintId): ConversationSubject {
  const knowledge = new DraftKnowledge(context, blueprintId);
  return {
    key: blueprintId,
    admit: async (actor) => {
      if (actor === null || actor.apiKey !== undefined) return null;
      try {
        const { teamId } = await requireBlueprintScope(context.db, actor, blueprintId, "blueprint.edit");
        // The team's own questions are not counted.
        return { blueprintId, teamId, audience: "visitor", place: knowledge, note: async () => {} };
      } catch (error) {
        if (error instanceof AppError && (error.code === "not-found" || error.code === "forbidden")) return null;
        throw error;
      }
    },
    end: () => knowledge.end(),
  };
}
