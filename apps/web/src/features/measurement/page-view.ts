import { articleRoutes, publicRoutes } from "@blueprint/contract/routes";

const measuredPages: readonly string[] = [...publicRoutes, ...articleRoutes];

/** The public page at a path, or null. Drops everything else in the URL, such as an invitation's token. */
export function toMeasuredPage(pathname: string): string | null {
  const page = pathname.replace(/(?!^)\/+$/, "");
  return measuredPages.includes(page) ? page : null;
}

export interface PageViewTarget {
  readonly endpoint: string;
  readonly measurementId: string;
  readonly apiSecret: string;
}

export interface PageView {
  readonly origin: string;
  /** A result of `toMeasuredPage`. */
  readonly page: string;
  /** Random, per browser. */
  readonly clientId: string;
  /** Random, per visit. */
  readonly sessionId: string;
  /** Time spent on the previous page. */
  readonly engagementMs: number;
}

/** A single event of Google Analytics 4's Measurement Protocol: the only data that leaves the page. */
export function toCollectRequest(
  { endpoint, measurementId, apiSecret }: PageViewTarget,
  { origin, page, clientId, sessionId, engagementMs }: PageView,
): { readonly url: string; readonly body: string } {
  const url = new URL(endpoint);
  url.searchParams.set("measurement_id", measurementId);
  url.searchParams.set("api_secret", apiSecret);
  const params = {
    page_location: origin + page,
    session_id: sessionId,
    engagement_time_msec: Math.max(1, Math.round(engagementMs)),
  };
  const body = {
    client_id: clientId,
    consent: { ad_user_data: "DENIED", ad_personalization: "DENIED" },
    events: [{ name: "page_view", params }],
  };
  return { url: url.href, body: JSON.stringify(body) };
}
