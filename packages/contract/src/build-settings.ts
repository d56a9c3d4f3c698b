/** The settings of the build environment (spec §3), keyed by the name used in code. See docs/configuration.md. */
const requiredNames = {
  appId: "VITE_BACKEND_APP_ID",
  authDomain: "VITE_BACKEND_AUTH_DOMAIN",
  databaseUrl: "VITE_BACKEND_DATABASE_URL",
  measurementId: "VITE_BACKEND_MEASUREMENT_ID",
  messagingSenderId: "VITE_BACKEND_MESSAGING_SENDER_ID",
  projectId: "VITE_BACKEND_PROJECT_ID",
  storageBucket: "VITE_BACKEND_STORAGE_BUCKET",
  signInClientId: "VITE_SIGN_IN_CLIENT_ID",
  mapsKey: "VITE_MAPS_KEY",
} as const;

const optionalNames = {
  /** URL of the external map service; defaults to the provider's own. */
  mapsEndpoint: "VITE_MAPS_ENDPOINT",
  aiKey: "VITE_AI_KEY",
  /** URL of the live AI; defaults to the provider's own. */
  aiEndpoint: "VITE_AI_ENDPOINT",
  /** The secret of the property that receives page views; required with a measurement id. */
  apiKey: "VITE_API_KEY",
  /** URL that receives page views; defaults to the provider's own. */
  measurementEndpoint: "VITE_MEASUREMENT_ENDPOINT",
  sceneAccessCode: "VITE_SCENE_ACCESS_CODE",
} as const;

/** Measurement is off for an id in any other form, initially `local`. */
export function isMeasurementOn({ measurementId }: Pick<BuildSettings, "measurementId">): boolean {
  return /^G-[A-Z0-9]+$/.test(measurementId);
}

export type BuildSettings = Readonly<
  Record<keyof typeof requiredNames, string> & Record<keyof typeof optionalNames, string | undefined>
>;

export const requiredBuildSettings: readonly string[] = Object.values(requiredNames);
export const optionalBuildSettings: readonly string[] = Object.values(optionalNames);

/**
 * Reads the settings embedded in the pages. An empty one counts as missing.
 * @throws Error "Missing {name} environment variable." for the first required one that is missing (spec §3)
 */
export function readBuildSettings(environment: Readonly<Record<string, unknown>>): BuildSettings {
  const read = (name: string): string | undefined => {
    const value = environment[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  };
  const require = (name: string): string => {
    const value = read(name);
    if (value === undefined) throw new Error(`Missing ${name} environment variable.`);
    return value;
  };
  const required = Object.entries(requiredNames).map(([key, name]) => [key, require(name)]);
  const optional = Object.entries(optionalNames).map(([key, name]) => [key, read(name)]);
  const settings = Object.fromEntries([...required, ...optional]) as BuildSettings;
  if (isMeasurementOn(settings)) require(optionalNames.apiKey);
  return settings;
}
