import { buildUrl } from "@blueprint/contract/api-client";
import { readShortCode, shortLinkParam } from "@blueprint/contract/short-code";
import { beginVisit, type VisitDevice } from "@blueprint/contract/visits";
import { firstPictureMark } from "../first-picture/first-picture-mark.ts";
import { readPass } from "../place/place-pass.ts";
import type { PlaceEyes } from "../place/visitor-search.ts";
import type { BegunVisit } from "./visit-collector.ts";

/** Screens of phones are narrower, in CSS pixels. */
const tabletMin = 600;
const hostPattern = /^(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?$/;

/** What a visit begins with. @param firstPictureMs since the page was opened; null if unknown */
export function describeVisit(
  slug: string,
  { key, as }: PlaceEyes,
  form: "scene" | "text",
  firstPictureMs: number | null,
): BegunVisit {
  const pass = readPass(slug);
  const site = findSite(document.referrer, location.host);
  const code = takeLinkCode();
  return {
    url: buildUrl(beginVisit.url, { slug }),
    body: {
      ...(pass === null ? {} : { pass }),
      ...(key === undefined ? {} : { key }),
      ...(as === undefined ? {} : { as }),
      ...{ form, device: findDevice(), isEmbedded: window.parent !== window },
      ...(site === null ? {} : { site }),
      ...(code === null ? {} : { code }),
      ...(firstPictureMs === null ? {} : { firstPictureMs: Math.round(firstPictureMs) }),
    },
  };
}

/** The code of the short link that led here. It leaves the address, which visitors may share. */
function takeLinkCode(): string | null {
  const address = new URL(location.href);
  const typed = address.searchParams.get(shortLinkParam);
  if (typed === null) return null;
  address.searchParams.delete(shortLinkParam);
  history.replaceState(history.state, "", address);
  return readShortCode(typed);
}

/** The host of another site; null for none, and for what isn't one. */
export function findSite(referrer: string, ownHost: string): string | null {
  if (!URL.canParse(referrer)) return null;
  const { host, protocol } = new URL(referrer);
  return /^https?:$/.test(protocol) && host !== ownHost && hostPattern.test(host) ? host : null;
}

function findDevice(): VisitDevice {
  if (!matchMedia("(pointer: coarse)").matches) return "computer";
  return Math.min(screen.width, screen.height) < tabletMin ? "phone" : "tablet";
}

/** Milliseconds from opening the page to the place's first picture; null if the page was opened for something else. */
export function readFirstPictureMs(slug: string): number | null {
  const [opened] = performance.getEntriesByType("navigation");
  if (opened === undefined || !URL.canParse(opened.name)) return null;
  const { pathname, searchParams } = new URL(opened.name);
  if (pathname !== "/webxr" || searchParams.get("b") !== slug || searchParams.has("text")) return null;
  return performance.getEntriesByName(firstPictureMark)[0]?.startTime ?? performance.now();
}
