import { findFirstScan, listFirstPictureUrls } from "@blueprint/contract/first-picture";
import type { PublishedBlueprint } from "@blueprint/contract/published";

/**
 * The visitors' page of a place with everything in it that its first picture waits for: what is published, its first
 * files as preloads, and a picture to look at meanwhile. Saves two ways to the server and back.
 * @param page the built `place.html`; its links of `data-form` name code for one form of delivery, or for every one
 */
export function fillPlacePage(page: string, place: PublishedBlueprint): string {
  const first = findFirstScan(place.scans);
  const preloads = (first === undefined || first.kind === "plan" ? [] : listFirstPictureUrls(first)).map(
    (url) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(url)}">`,
  );
  // The coarsest points are drawn without what they name, and what comes first on a narrow line is seen first.
  const isDrawnWithout = first?.kind === "point-cloud";
  const poster =
    first === undefined
      ? ""
      : `<img src="${escapeHtml(first.delivery.previewUrl)}" alt="" class="absolute inset-0 size-full object-cover" fetchpriority="low">`;
  // A block of data, which runs nothing; "<" could end it early.
  const data = `<script type="application/json" id="place">${JSON.stringify(place).replaceAll("<", "\\u003c")}</script>`;
  return page
    .replace(/\n *<link [^>]*data-form="([^"]*)"[^>]*>/g, (link, form: string) => {
      if (form !== "every" && form !== first?.delivery.form) return "";
      return isDrawnWithout ? link.replace("<link ", '<link fetchpriority="low" ') : link;
    })
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(place.name)} · Blueprint</title>`)
    .replace("<!-- place-head -->", () => [...preloads, data].join("\n    "))
    .replace("<!-- place-poster -->", () => poster);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
