/** Value of `VITE_MAPS_KEY` that disables every request to external services. */
export const builtInMapsKey = "local";

/** URL of the external map service unless `VITE_MAPS_ENDPOINT` overrides it. */
export const mapServiceEndpoint = "https://api.maptiler.com";
