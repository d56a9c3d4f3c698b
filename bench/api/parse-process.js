// A parse-server in a separate process, mounted as documented. Settings come from the environment.
import { createServer } from "node:http";
import { installPeer } from "./peers.js";

const { PORT, DIR, DB_HOST, DB_PORT, DB_USER, DB_DATABASE, APP_ID, MASTER_KEY } = process.env;
const { requirePeer } = installPeer("parse-server");
// It writes its logs into its working directory.
process.chdir(DIR);
const { ParseServer } = requirePeer("parse-server");
const express = requirePeer("express");

const server = new ParseServer({
  appId: APP_ID,
  masterKey: MASTER_KEY,
  serverURL: `http://127.0.0.1:${PORT}/parse`,
  databaseURI: `postgres://${DB_USER}@localhost:${DB_PORT}/${DB_DATABASE}`,
  // The URI cannot hold the folder of a Unix socket. As many connections as the product's server has.
  databaseOptions: { host: DB_HOST, max: 20 },
  logLevel: "error",
});
await server.start();
const app = express();
app.use("/parse", server.app);
createServer(app).listen(Number(PORT), "127.0.0.1", () => console.log("ready"));
