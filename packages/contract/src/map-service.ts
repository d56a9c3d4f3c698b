/** Value of `VITE_MAPS_KEY` with which no outside service is asked for anything. */
export const builtInMapsKey = "local";

/** Where the outside map service answers unless `VITE_MAPS_ENDPOINT` says otherwise. */
export const mapServiceEndpoint = "https://api.maptiler.com";
