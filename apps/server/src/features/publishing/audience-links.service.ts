import type { AudienceLink } from "@blueprint/contract/audience-links";
import { type LinkedAudience, linkedAudiences } from "@blueprint/contract/audiences";
import type { AppContext } from "../../platform/app-context.ts";
import { recordEvent } from "../../platform/events/record-event.ts";
import type { Actor } from "../../platform/http/actor.ts";
import type { BlueprintScope } from "../../platform/http/scope.ts";
import { isSigned, sign } from "../../platform/secrets.ts";
import {
  type BlueprintRow,
  changeLockedBlueprint,
  readBlueprint,
  requireLockedBlueprint,
} from "../blueprints/blueprints.service.ts";

/** The links that open a published place for audiences other than visitors. */
export async function listAudienceLinks(context: AppContext, scope: BlueprintScope): Promise<AudienceLink[]> {
  return toLinks(context, await readBlueprint(context.db, scope, scope.blueprintId));
}

/** Creates an audience's link, replacing the previous one, or withdraws it. */
export async function changeAudienceLink(
  context: AppContext,
  actor: Actor,
  scope: BlueprintScope,
  { audience, to }: { audience: LinkedAudience; to: "made" | "withdrawn" },
): Promise<AudienceLink[]> {
  const { blueprintId: id } = scope;
  return await context.db.transaction(async (tx) => {
    const blueprint = await requireLockedBlueprint(tx, scope, id);
    const now = context.clock.now();
    const { [audience]: _, ...others } = blueprint.audienceLinks;
    const made = { [audience]: { nonce: context.ids.token(), madeAt: now.toISOString() } };
    const audienceLinks = to === "made" ? { ...others, ...made } : others;
    const row = await changeLockedBlueprint(tx, scope, id, { audienceLinks }, now);
    await recordEvent(tx, context, {
      actor,
      teamId: scope.teamId,
      type: "blueprint.sharing-changed",
      subject: { id, name: blueprint.name },
      facts: { audience, link: to },
    });
    return toLinks(context, row);
  });
}

/** The audience that a key admits; null for a forged or withdrawn key, or one of another place. */
export function findLinkedAudience(
  { secrets }: Pick<AppContext, "secrets">,
  blueprint: Pick<BlueprintRow, "id" | "audienceLinks">,
  key: string,
): LinkedAudience | null {
  const audience = linkedAudiences.find((candidate) => key.startsWith(`${candidate}.`));
  const link = audience && blueprint.audienceLinks[audience];
  if (audience === undefined || link === undefined) return null;
  const signature = key.slice(audience.length + 1);
  return isSigned(secrets.capabilityKey, toSubject(blueprint, audience, link.nonce), signature) ? audience : null;
}

// Database access alone admits no one: the key is signed with a secret that only the server's data folder holds.
function toLinks({ secrets }: AppContext, blueprint: BlueprintRow): AudienceLink[] {
  return linkedAudiences.flatMap((audience) => {
    const link = blueprint.audienceLinks[audience];
    if (link === undefined) return [];
    const signature = sign(secrets.capabilityKey, toSubject(blueprint, audience, link.nonce));
    return [{ audience, key: `${audience}.${signature}`, madeAt: link.madeAt }];
  });
}

function toSubject({ id }: Pick<BlueprintRow, "id">, audience: LinkedAudience, nonce: string): string {
  return `audience-link:${id}:${audience}:${nonce}`;
}
