import { ensureServerBuilt } from "../server-build.ts";

/** Builds the server for tests that kill it: they start the built one, as `npm start` does. */
export default async function buildServer(): Promise<void> {
  await ensureServerBuilt();
}
