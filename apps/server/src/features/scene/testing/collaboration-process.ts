import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buildContext } from "../../../app-runtime.ts";
import { readConfig } from "../../../config.ts";
import type { DatabaseConnection } from "../../../db/connection.ts";
import { systemClock } from "../../../platform/clock.ts";
import { createSessionReader, toSessionCookieName } from "../../../platform/http/session.ts";
import { createLogger } from "../../../platform/logger.ts";
import { registerSceneCollaboration } from "../scene-collaboration.ts";

// The collaboration server alone in a separate process that a test can kill.
const connection = JSON.parse(process.env.TEST_CONNECTION ?? "") as DatabaseConnection;
const context = await buildContext({
  config: readConfig(process.env, process.cwd()),
  connection,
  clock: systemClock,
  log: createLogger("silent"),
});
const sessions = await createSessionReader({
  sql: context.sql,
  sessionKey: context.secrets.sessionKey,
  cookieName: toSessionCookieName(context.config.publicUrl),
  now: () => new Date(),
});
const server = createServer();
await registerSceneCollaboration(server, context, sessions);
server.listen(Number(process.env.PORT), "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
