import { contentPages } from "@blueprint/contract/content-pages";
import { escapeMarkup } from "@blueprint/contract/escape-markup";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { countPublicPlaces, listPlacesForSitemap } from "./discover.repository.ts";

/** A fifth of what the format allows (sitemaps.org): such a file is small enough to be made in memory. */
const placesPerSitemap = 10_000;

export const sitemapPaths = {
  index: "/sitemap.xml",
  pages: "/sitemap-pages.xml",
  places: "/sitemap-places.xml",
} as const;

/** For search engines: what they may read, and where the list of it is. */
export function writeRobots({ config: { publicUrl } }: Pick<AppContext, "config">): string {
  const rules = ["User-agent: *", "Disallow: /api/", "Disallow: /v0/", "Disallow: /go"];
  return [...rules, "", `Sitemap: ${publicUrl}${sitemapPaths.index}`, ""].join("\n");
}

/** The sitemaps of this installation: one of its pages, and as many as its public places need. */
export async function writeSitemapIndex(context: Pick<AppContext, "config" | "db" | "clock">): Promise<string> {
  const { publicUrl } = context.config;
  const files = Math.ceil((await countPublicPlaces(context.db, context.clock.now())) / placesPerSitemap);
  const places = Array.from({ length: files }, (_, index) => `${sitemapPaths.places}?page=${index + 1}`);
  const entries = [sitemapPaths.pages, ...places].map((path) => `<sitemap>${locate(publicUrl + path)}</sitemap>`);
  return writeXml("sitemapindex", entries);
}

/** The pages that say something to everyone. */
export function writePagesSitemap({ config: { publicUrl } }: Pick<AppContext, "config">): string {
  return writeXml(
    "urlset",
    Object.keys(contentPages).map((path) => `<url>${locate(publicUrl + path)}</url>`),
  );
}

/** Public places, with when they were published. @param page from 1 @throws AppError not-found after the last page */
export async function writePlacesSitemap(
  context: Pick<AppContext, "config" | "db" | "clock">,
  page: number,
): Promise<string> {
  const { config, db, clock } = context;
  const places = await listPlacesForSitemap(db, clock.now(), (page - 1) * placesPerSitemap, placesPerSitemap);
  if (places.length === 0) throw new AppError("not-found");
  return writeXml(
    "urlset",
    places.map(
      ({ slug, publishedAt }) =>
        `<url>${locate(`${config.publicUrl}/webxr?b=${slug}`)}<lastmod>${publishedAt.toISOString()}</lastmod></url>`,
    ),
  );
}

function locate(url: string): string {
  return `<loc>${escapeMarkup(url)}</loc>`;
}

function writeXml(root: "sitemapindex" | "urlset", entries: readonly string[]): string {
  const head = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return [head, ...entries, `</${root}>`, ""].join("\n");
}
