import { findFirstScan } from "@blueprint/contract/first-picture";
import type { ScanId } from "@blueprint/contract/ids";
import type { PublishedBlueprint, PublishedScene } from "@blueprint/contract/published";
import type { FrozenScan } from "../../db/schema/blueprints.ts";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { isCapabilityValid, makeCapability } from "../../platform/http/capability.ts";
import { isPlacePassword } from "../../platform/place-password.ts";
import { type BlueprintRow, findPublishedBySlug } from "../blueprints/blueprints.service.ts";
import { addressPublishedMedia } from "../media/media.service.ts";
import { type BlueprintVersionRow, findServedVersion } from "../publishing/publishing.service.ts";
import { toDelivery } from "../scans/scans.service.ts";

const passValidForMs = 12 * 3600 * 1000;

/** What anybody with the link sees. @throws AppError as `requireOpenPlace` */
export async function getPublishedBlueprint(
  context: AppContext,
  slug: string,
  pass?: string,
): Promise<PublishedBlueprint> {
  const { blueprint, version } = await requireOpenPlace(context, slug, pass);
  const { name, industry, description, address, latitude, longitude, number, publishedAt, scene, scans } = version;
  return {
    slug: blueprint.slug,
    name,
    industry,
    description,
    address,
    location: latitude === null || longitude === null ? null : { latitude, longitude },
    version: number,
    publishedAt: publishedAt.toISOString(),
    scene,
    mediaUrls: await addressPublishedMedia(context, blueprint.teamId, scene),
    scans: scans.map((scan) => ({
      id: scan.scanId as ScanId,
      kind: scan.kind,
      delivery: toDelivery(context, scan, "visitors"),
      ...findPlacement(scene, scan),
      ...(scan === findFirstScan(scans) ? findStartView(scene, scan) : {}),
    })),
  };
}

function findPlacement({ placements }: PublishedScene, { scanId }: FrozenScan) {
  const found = placements?.find((placement) => placement.scanId === scanId);
  return found === undefined ? {} : { placement: { position: found.position, yaw: found.yaw, scale: found.scale } };
}

/** One stands in a panorama where it was taken, and looks at a drawing from above: they begin as they are. */
function findStartView({ views, startViewId }: PublishedScene, { kind }: FrozenScan) {
  const view = views?.find(({ id }) => id === startViewId);
  return view === undefined || kind === "panorama" || kind === "plan"
    ? {}
    : { startView: { position: view.position, target: view.target } };
}

/**
 * The version of a place that a visitor may see now.
 * @throws AppError `blueprint-not-published`, whatever the reason; `blueprint-password-needed` without a valid pass
 */
export async function requireOpenPlace(
  context: AppContext,
  slug: string,
  pass: string | undefined,
): Promise<{ blueprint: BlueprintRow; version: BlueprintVersionRow }> {
  const blueprint = await findServed(context, slug);
  const version = blueprint === null ? null : await findServedVersion(context, blueprint);
  if (blueprint === null || version === null) throw new AppError("blueprint-not-published");
  if (blueprint.visibility === "password") {
    const subject = toPassSubject(blueprint);
    const isLetIn =
      pass !== undefined && isCapabilityValid(context.secrets.capabilityKey, context.clock, subject, pass);
    if (!isLetIn) throw new AppError("blueprint-password-needed");
  }
  return { blueprint, version };
}

/**
 * Opens a place by its password, or by a pass that was given for it some hours ago.
 * @throws AppError blueprint-not-published, blueprint-password-wrong, blueprint-password-needed (the pass is too old)
 */
export async function openPlace(
  context: AppContext,
  slug: string,
  proof: { password: string } | { pass: string },
): Promise<{ pass: string; place: PublishedBlueprint }> {
  const pass = "pass" in proof ? proof.pass : await makePass(context, slug, proof.password);
  return { pass, place: await getPublishedBlueprint(context, slug, pass) };
}

async function makePass(context: AppContext, slug: string, password: string): Promise<string> {
  const blueprint = await findServed(context, slug);
  if (blueprint === null) throw new AppError("blueprint-not-published");
  const known = blueprint.visibility === "password" ? blueprint.passwordHash : null;
  if (known !== null && !(await isPlacePassword(known, password))) throw new AppError("blueprint-password-wrong");
  return makeCapability(context.secrets.capabilityKey, context.clock, toPassSubject(blueprint), passValidForMs);
}

/** Sites that may show a place in a frame; none for a place that is not served. */
export async function findEmbedOrigins(context: AppContext, slug: string): Promise<readonly string[]> {
  return (await findServed(context, slug))?.embedOrigins ?? [];
}

// Another password makes every pass of the one before worthless, and one that no password was asked for never becomes
// worth one: a former password is kept while the place is open to everybody.
function toPassSubject({ id, visibility, passwordHash }: BlueprintRow): string {
  return `place:${id}:${visibility === "password" ? passwordHash : "open"}`;
}

async function findServed(context: AppContext, slug: string): Promise<BlueprintRow | null> {
  // Slugs are made of these alone; anything else could make the database complain instead of finding nothing.
  return /^[a-z0-9-]+$/.test(slug) ? await findPublishedBySlug(context.db, slug, context.clock.now()) : null;
}
