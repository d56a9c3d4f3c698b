import type { ScanId } from "@blueprint/contract/ids";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { findPublishedBySlug } from "../blueprints/blueprints.service.ts";
import { findServedVersion } from "../publishing/publishing.service.ts";
import { toDelivery } from "../scans/scans.service.ts";

/** What anybody with the link sees. @throws AppError `blueprint-not-published`, whatever the reason */
export async function getPublishedBlueprint(context: AppContext, slug: string): Promise<PublishedBlueprint> {
  // Slugs are made of these alone; anything else could make the database complain instead of finding nothing.
  const blueprint = /^[a-z0-9-]+$/.test(slug) ? await findPublishedBySlug(context.db, slug) : null;
  const version = blueprint === null ? null : await findServedVersion(context, blueprint);
  if (blueprint === null || version === null) throw new AppError("blueprint-not-published");
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
    scans: scans.map((scan) => ({
      id: scan.scanId as ScanId,
      kind: scan.kind,
      delivery: toDelivery(context, scan, "visitors"),
    })),
  };
}
