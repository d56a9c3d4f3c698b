import type { AudienceLink } from "@blueprint/contract/audience-links";
import { type LinkedAudience, linkedAudiences } from "@blueprint/contract/audiences";
import type { BlueprintId } from "@blueprint/contract/ids";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Actor } from "../../platform/http/actor.ts";
import { isSigned, sign } from "../../platform/secrets.ts";
import { recordAudit } from "../audit/audit-events.service.ts";
import {
  type BlueprintRow,
  lockBlueprint,
  requireBlueprint,
  updateBlueprintRow,
} from "../blueprints/blueprints.service.ts";

/** The links that open a published place for others than visitors. */
export async function listAudienceLinks(context: AppContext, actor: Actor, id: BlueprintId): Promise<AudienceLink[]> {
  const { blueprint } = await requireBlueprint(context.db, actor, id, "blueprint.publish");
  return toLinks(context, blueprint);
}

/** Makes an audience's link, in place of the one before, or withdraws it. */
export async function changeAudienceLink(
  context: AppContext,
  actor: Actor,
  id: BlueprintId,
  { audience, to }: { audience: LinkedAudience; to: "made" | "withdrawn" },
): Promise<AudienceLink[]> {
  const { scope } = await requireBlueprint(context.db, actor, id, "blueprint.publish");
  return await context.db.transaction(async (tx) => {
    const blueprint = await lockBlueprint(tx, scope, id);
    if (blueprint === null) throw new AppError("not-found");
    const now = context.clock.now();
    const { [audience]: _, ...others } = blueprint.audienceLinks;
    const made = { [audience]: { nonce: context.ids.token(), madeAt: now.toISOString() } };
    const audienceLinks = to === "made" ? { ...others, ...made } : others;
    const row = await updateBlueprintRow(tx, scope, id, { audienceLinks }, now);
    await recordAudit(tx, context, actor, {
      teamId: scope.teamId,
      action: "blueprint.sharing-changed",
      subject: { id, name: blueprint.name },
      details: { audience, link: to },
    });
    return toLinks(context, row);
  });
}

/** The audience that a key lets in; null for one that is forged, of another place, or withdrawn. */
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

// The database alone does not let anybody in: the key is signed with what only the server's folder holds.
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
