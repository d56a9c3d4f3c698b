import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { collaborationPath } from "@blueprint/contract/collaboration";
import { buildContext } from "../../../app-runtime.ts";
import { readConfig } from "../../../config.ts";
import type { DatabaseConnection } from "../../../db/connection.ts";
import { systemClock } from "../../../platform/clock.ts";
import { createSessionReader, toSessionCookieName } from "../../../platform/http/session.ts";
import { routeUpgrades } from "../../../platform/http/upgrades.ts";
import { createLogger } from "../../../platform/logger.ts";
import { createSceneCollaboration } from "../scene-collaboration.ts";

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
const collaboration = await createSceneCollaboration(context, sessions);
routeUpgrades(server, context, new Map([[collaborationPath, (...upgrade) => collaboration.upgrade(...upgrade)]]));
server.listen(Number(process.env.PORT), "127.0.0.1", () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
