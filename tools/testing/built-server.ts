import { ensureServerBuilt } from "../server-build.ts";

/** Tests that kill a server start the built one, as `npm start` does. */
export default async function buildServer(): Promise<void> {
  await ensureServerBuilt();
}
