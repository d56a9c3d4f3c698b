import { toEmbedMarkup } from "@blueprint/contract/embed-markup";
import { embedParams } from "@blueprint/contract/embed-options";
import { findFirstScan } from "@blueprint/contract/first-picture";
import type { Oembed } from "@blueprint/contract/oembed";
import { placeLinkParams } from "@blueprint/contract/place-link";
import { previewHeightPx, previewWidthPx } from "@blueprint/scans/preview-file";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { findEmbedOrigins, findServed, getPublishedPage, type PlaceMemory } from "./published.service.ts";

/** As the embed code of the editor has it, where the reader sets no bounds. */
const sizePx = { width: 960, height: 600 } as const;

interface OembedRequest {
  url: string;
  maxwidth?: number | undefined;
  maxheight?: number | undefined;
}

/**
 * @param site the origin of the page that asks in a visitor's browser; undefined for programs, and for our own pages
 * @throws AppError blueprint-not-published, also for addresses of other hosts; blueprint-password-needed, told only to
 * sites that may embed the place
 */
export async function describeForOembed(
  context: AppContext,
  memory: PlaceMemory,
  { url, maxwidth = sizePx.width, maxheight = sizePx.height }: OembedRequest,
  site: string | undefined,
): Promise<Oembed> {
  const { publicUrl } = context.config;
  const asked = findPlace(url, publicUrl);
  if (asked === null) throw new AppError("blueprint-not-published");
  const served = await findServed(context, asked.slug);
  const origins = findEmbedOrigins(served);
  const { name, pictureUrl } = await readFacade(context, memory, served).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    const isForSite = site !== undefined && origins.includes(site);
    throw error.code === "blueprint-password-needed" && isForSite ? error : new AppError("blueprint-not-published");
  });
  const about = {
    version: "1.0",
    title: name,
    provider_name: "Blueprint",
    provider_url: publicUrl,
    ...(pictureUrl === null
      ? {}
      : { thumbnail_url: pictureUrl, thumbnail_width: previewWidthPx, thumbnail_height: previewHeightPx }),
  } as const;
  if (origins.length === 0 || (site !== undefined && !origins.includes(site))) return { ...about, type: "link" };
  const width = Math.min(sizePx.width, maxwidth);
  const height = Math.min(sizePx.height, maxheight);
  const html = toEmbedMarkup({ url: asked.url, title: name, width: String(width), height: String(height) });
  return { ...about, type: "rich", html, width, height };
}

interface Facade {
  readonly name: string;
  readonly pictureUrl: string | null;
}

/** The name and the picture of a place, read once from the answer that visitors get. */
async function readFacade(
  context: AppContext,
  memory: PlaceMemory,
  served: Awaited<ReturnType<typeof findServed>>,
): Promise<Facade> {
  const facade = await getPublishedPage(context, memory, served, { actor: null }, "facade", ({ name, scans }) => {
    const preview = findFirstScan(scans)?.delivery.previewUrl;
    const pictureUrl = preview === undefined ? null : new URL(preview, context.config.publicUrl).href;
    return JSON.stringify({ name, pictureUrl } satisfies Facade);
  });
  return JSON.parse(facade.toString()) as Facade;
}

/** The place that an address of this installation names, and its address without anything but the link into it. */
function findPlace(url: string, publicUrl: string): { slug: string; url: string } | null {
  if (!URL.canParse(url)) return null;
  const asked = new URL(url);
  const slug = asked.searchParams.get("b");
  if (asked.origin !== new URL(publicUrl).origin || asked.pathname !== "/webxr" || slug === null) return null;
  const own = new URL("/webxr", publicUrl);
  for (const name of ["b", "lang", ...embedParams, ...placeLinkParams]) {
    const value = asked.searchParams.get(name);
    if (value !== null) own.searchParams.set(name, value);
  }
  return { slug, url: own.href };
}
