import { oembedUrl } from "@blueprint/contract/embed-addresses";
import { escapeMarkup } from "@blueprint/contract/escape-markup";
import { findFirstScan, listFirstPictureUrls } from "@blueprint/contract/first-picture";
import type { PublishedBlueprint } from "@blueprint/contract/published";
import { describeForSearch } from "./structured-data.ts";

/**
 * The visitors' page of a place with everything that its first frame needs: the published data, preloads of its first
 * files, and a poster to show meanwhile. Saves two round trips.
 * @param page the built `place.html`; its links of `data-form` name code for one form of delivery, or for every one
 * @param options `isLinked`: starts at something of the place, which the poster doesn't show
 */
export function fillPlacePage(
  page: string,
  place: PublishedBlueprint,
  { isLinked, publicUrl }: { isLinked: boolean; publicUrl: string },
): string {
  const first = findFirstScan(place.scans);
  const preloads = (first === undefined || first.kind === "plan" ? [] : listFirstPictureUrls(first)).map(
    (url) => `<link rel="preload" as="fetch" crossorigin href="${escapeMarkup(url)}">`,
  );
  // The coarsest points draw without the files they refer to, and on a slow connection what comes first shows first.
  const isDrawnWithout = first?.kind === "point-cloud";
  const poster =
    first === undefined || isLinked
      ? ""
      : `<img src="${escapeMarkup(first.delivery.previewUrl)}" alt="" class="absolute inset-0 size-full object-cover" fetchpriority="low">`;
  const data = toDataBlock('type="application/json" id="place"', place);
  return page
    .replace(/\n *<link [^>]*data-form="([^"]*)"[^>]*>/g, (link, form: string) => {
      if (form !== "every" && form !== first?.delivery.form) return "";
      return isDrawnWithout ? link.replace("<link ", '<link fetchpriority="low" ') : link;
    })
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeMarkup(place.name)} · Blueprint</title>`)
    .replace(/\n *<meta name="description"[^>]*>/, "")
    .replace("<!-- place-head -->", () => [...describeForLinks(place, publicUrl), ...preloads, data].join("\n    "))
    .replace("<!-- place-poster -->", () => poster);
}

/**
 * What is shown of the place where its link is pasted (ogp.me, oembed.com), and what search engines read (schema.org). The
 * page's own address may have a link into the place.
 */
function describeForLinks(place: PublishedBlueprint, publicUrl: string): string[] {
  const { slug, name, description, address, scans, coverUrl } = place;
  const url = `${publicUrl}/webxr?b=${slug}`;
  const text = [description, address].find((one) => one.trim() !== "") ?? "Walk through it in your browser.";
  const preview = coverUrl ?? findFirstScan(scans)?.delivery.previewUrl;
  const pictureUrl = preview === undefined ? null : new URL(preview, publicUrl).href;
  const properties: (readonly [name: string, content: string])[] = [
    ["og:type", "website"],
    ["og:site_name", "Blueprint"],
    ["og:title", name],
    ["og:description", text],
    ["og:url", url],
    ...(pictureUrl === null ? [] : ([["og:image", pictureUrl]] as const)),
  ];
  return [
    `<meta name="description" content="${escapeMarkup(text)}">`,
    `<meta name="twitter:card" content="summary_large_image">`,
    ...properties.map(([property, content]) => `<meta property="${property}" content="${escapeMarkup(content)}">`),
    `<link rel="alternate" type="application/json+oembed" href="${escapeMarkup(`${publicUrl}${oembedUrl}?url=${encodeURIComponent(url)}`)}">`,
    toDataBlock('type="application/ld+json"', describeForSearch(place, { url, pictureUrl })),
  ];
}

/** A data block, which runs nothing; "<" could end it early. */
function toDataBlock(attributes: string, data: object): string {
  return `<script ${attributes}>${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}
