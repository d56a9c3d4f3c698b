import { customType, timestamp } from "drizzle-orm/pg-core";

/** Raw bytes as `bytea`. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** A point in time, always with a time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
