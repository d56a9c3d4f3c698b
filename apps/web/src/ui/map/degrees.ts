/** A point on the globe, WGS 84 degrees. */
export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

// The fifth decimal is about a metre.
const decimals = 5;

/** Rounds to about a metre, within −90…90 and −180…180; longitudes wrap at the 180th meridian. */
export function toGeoPoint({ latitude, longitude }: GeoPoint): GeoPoint {
  const wrapped = longitude >= -180 && longitude <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180;
  return { latitude: round(Math.min(90, Math.max(-90, latitude))), longitude: round(wrapped) };
}

function round(degrees: number): number {
  // Adding zero turns negative zero into zero.
  return Number(degrees.toFixed(decimals)) + 0;
}

/** "60.39300° N, 5.32400° E" */
export function formatGeoPoint({ latitude, longitude }: GeoPoint): string {
  const part = (degrees: number, positive: string, negative: string) =>
    `${Math.abs(degrees).toFixed(decimals)}° ${degrees < 0 ? negative : positive}`;
  return `${part(latitude, "N", "S")}, ${part(longitude, "E", "W")}`;
}

/**
 * Parses degrees as people write them: a decimal point or comma, a degree sign, and a letter instead of a sign. Null if
 * invalid or beyond `max`.
 */
export function readDegrees(text: string, max: 90 | 180): number | null {
  const match = /^([+\-−]?)\s*(\d{1,3}(?:[.,]\d*)?)\s*°?\s*([nsew]?)$/i.exec(text.trim());
  if (match === null) return null;
  const [, sign = "", digits = "", side = ""] = match;
  const letter = side.toLowerCase();
  if (letter !== "" && (sign !== "" || (max === 90 ? !"ns".includes(letter) : !"ew".includes(letter)))) return null;
  const degrees = Number(digits.replace(",", "."));
  if (!(degrees <= max)) return null;
  return (sign === "-" || sign === "−" || letter === "s" || letter === "w" ? -degrees : degrees) + 0;
}

/** Parses both coordinates pasted as one text, latitude first: "60.393, 5.324". Null for anything else. */
export function readCoordinatePair(text: string): GeoPoint | null {
  const parts = text.trim().split(toSeparator(text));
  if (parts.length !== 2) return null;
  const [latitude, longitude] = [readDegrees(parts[0] ?? "", 90), readDegrees(parts[1] ?? "", 180)];
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function toSeparator(text: string): string | RegExp {
  if (text.includes(";")) return ";";
  // A comma between digits is a decimal comma, unless the text has decimal points.
  if (/,\s/.test(text) || (text.includes(",") && text.includes("."))) return ",";
  return /(?<=\d)\s+(?=[+\-−\d])/;
}
