import { pgTable, text } from "drizzle-orm/pg-core";

/** Keys that all servers on this database share, each encrypted with a key that only their environment has. */
export const installationSecrets = pgTable("installation_secrets", {
  name: text("name").primaryKey(),
  sealed: text("sealed").notNull(),
});
