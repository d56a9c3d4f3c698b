const byteUnits = ["bytes", "kB", "MB", "GB", "TB", "PB"] as const;

/** Decimal units, as for disks and plans: `1 000 000 000` bytes are "1 GB". */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return "1 byte";
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), byteUnits.length - 1);
  const value = bytes / 1000 ** power;
  const rounded = power === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10;
  // 999.96 kB rounds up to 1000 kB, which is a megabyte.
  if (rounded >= 1000 && power < byteUnits.length - 1) return `1 ${byteUnits[power + 1]}`;
  return `${rounded.toLocaleString("en")} ${byteUnits[power]}`;
}

export function formatSpeed(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}

/** A wait in words: at most two parts, rounded up, because finishing early is fine. */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.ceil(seconds));
  if (total < 60) return `${total} s`;
  const minutes = Math.floor(total / 60);
  if (minutes < 60) return total % 60 === 0 ? `${minutes} min` : `${minutes} min ${total % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

export function formatPercent(fraction: number): string {
  // Rounded down: 100 % means complete.
  return `${Math.floor(Math.min(Math.max(fraction, 0), 1) * 100)} %`;
}

export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** "1 scan", "2 scans". */
export function formatAmount(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const dateFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const dateTimeFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** "20 Nov 2026" in the user's time zone. */
export function formatDate(isoTime: string): string {
  return dateFormat.format(new Date(isoTime));
}

export function formatDateTime(isoTime: string): string {
  return dateTimeFormat.format(new Date(isoTime));
}

const timeFormat = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** "14:05" in the user's time zone. */
export function formatTime(isoTime: string): string {
  return timeFormat.format(new Date(isoTime));
}

/** A length without its unit: three significant digits, no exponent. */
export function formatLength(length: number): string {
  const size = Math.abs(length);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return length.toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits });
}
