import { toEmbedMarkup } from "@blueprint/contract/embed-markup";
import type { Oembed } from "@blueprint/contract/oembed";
import { placeLinkParams } from "@blueprint/contract/place-link";
import type { AppContext } from "../../platform/app-context.ts";
import { AppError } from "../../platform/app-error.ts";
import { findEmbedOrigins, requireOpenPlace } from "./published.service.ts";

/** As the embed code of the editor has it, where the reader sets no bounds. */
const sizePx = { width: 960, height: 600 } as const;

interface OembedRequest {
  url: string;
  maxwidth?: number | undefined;
  maxheight?: number | undefined;
}

/** @throws AppError blueprint-not-published, also for places with a password and addresses of other hosts */
export async function describeForOembed(
  context: AppContext,
  { url, maxwidth = sizePx.width, maxheight = sizePx.height }: OembedRequest,
): Promise<Oembed> {
  const { publicUrl } = context.config;
  const asked = findPlace(url, publicUrl);
  if (asked === null) throw new AppError("blueprint-not-published");
  const { blueprint, version } = await requireOpenPlace(context, asked.slug, { actor: null }).catch(
    (error: unknown) => {
      throw error instanceof AppError ? new AppError("blueprint-not-published") : error;
    },
  );
  const about = {
    version: "1.0",
    title: version.name,
    provider_name: "Blueprint",
    provider_url: publicUrl,
  } as const;
  if (findEmbedOrigins(blueprint).length === 0) return { ...about, type: "link" };
  const width = Math.min(sizePx.width, maxwidth);
  const height = Math.min(sizePx.height, maxheight);
  const html = toEmbedMarkup({ url: asked.url, title: version.name, width: String(width), height: String(height) });
  return { ...about, type: "rich", html, width, height };
}

/** The place that an address of this installation names, and its address without anything but the link into it. */
function findPlace(url: string, publicUrl: string): { slug: string; url: string } | null {
  if (!URL.canParse(url)) return null;
  const asked = new URL(url);
  const slug = asked.searchParams.get("b");
  if (asked.origin !== new URL(publicUrl).origin || asked.pathname !== "/webxr" || slug === null) return null;
  const own = new URL("/webxr", publicUrl);
  for (const name of ["b", "lang", ...placeLinkParams]) {
    const value = asked.searchParams.get(name);
    if (value !== null) own.searchParams.set(name, value);
  }
  return { slug, url: own.href };
}
