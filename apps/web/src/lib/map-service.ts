import { builtInMapsKey, mapServiceEndpoint } from "@blueprint/contract/map-service";
import { z } from "zod";
import { buildSettings } from "./build-settings.ts";

/** An external service for street maps and addresses with MapTiler's API: docs.maptiler.com/cloud/api. */
export interface MapService {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
}

/** Null for the key `local`: no external service is used. */
export function toMapService({
  mapsKey,
  mapsEndpoint = mapServiceEndpoint,
}: {
  readonly mapsKey: string;
  readonly mapsEndpoint?: string | undefined;
}): MapService | null {
  return mapsKey === builtInMapsKey ? null : { baseUrl: mapsEndpoint.replace(/\/+$/, ""), key: mapsKey };
}

/** The external service configured at build time. */
export const mapService = toMapService(buildSettings);

const answerTimeoutMs = 8_000;

async function ask(url: URL, { key }: MapService, signal: AbortSignal | undefined): Promise<unknown> {
  url.searchParams.set("key", key);
  const timeout = AbortSignal.timeout(answerTimeoutMs);
  const response = await fetch(url, {
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    credentials: "omit",
  });
  if (!response.ok) throw new Error(`The map service answered with status ${response.status}.`);
  return response.json();
}

const styleSchema = z.looseObject({
  version: z.literal(8),
  sources: z.record(z.string(), z.unknown()),
  layers: z.array(z.unknown()).min(1),
});

/** The service's street map as a MapLibre style. @throws Error if the response isn't one */
export async function fetchStreetStyle(
  service: MapService,
  scheme: "light" | "dark",
  signal?: AbortSignal,
): Promise<z.infer<typeof styleSchema>> {
  const name = scheme === "dark" ? "streets-v2-dark" : "streets-v2";
  return styleSchema.parse(await ask(new URL(`${service.baseUrl}/maps/${name}/style.json`), service, signal));
}

const geocodingSchema = z.object({
  features: z.array(
    z.object({
      id: z.union([z.string(), z.number()]).optional(),
      place_name: z.string(),
      place_type: z.array(z.string()).optional(),
      center: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
    }),
  ),
});

/** An address, street, city or venue. WGS 84 degrees. */
export interface FoundAddress {
  readonly name: string;
  /** `address`, `street`, `municipality` and so on; empty if the service doesn't say. */
  readonly kind: string;
  readonly longitude: number;
  readonly latitude: number;
}

export const geocodingQueryCharactersMax = 200;

/** Searches the external service for a name or address. @throws Error if the response has no places */
export async function geocode(
  service: MapService,
  query: string,
  { limit, signal }: { readonly limit: number; readonly signal?: AbortSignal },
): Promise<FoundAddress[]> {
  // A semicolon would split the query into several.
  const text = query.replaceAll(";", " ").trim().slice(0, geocodingQueryCharactersMax);
  const url = new URL(`${service.baseUrl}/geocoding/${encodeURIComponent(text)}.json`);
  url.searchParams.set("limit", String(limit));
  url.searchParams.set("language", "en");
  const { features } = geocodingSchema.parse(await ask(url, service, signal));
  return features.map(({ place_name, place_type, center: [longitude, latitude] }) => ({
    name: place_name,
    kind: place_type?.[0] ?? "",
    longitude,
    latitude,
  }));
}
