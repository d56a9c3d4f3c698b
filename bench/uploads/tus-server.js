// The peer: the reference server of the tus protocol with its file store, set up as documented.
import http from "node:http";
import { requirePeer } from "./peers.js";

const loadFrom = requirePeer("tus");
const { Server } = loadFrom("@tus/server");
const { FileStore } = loadFrom("@tus/file-store");
const server = new Server({ path: "/files", datastore: new FileStore({ directory: process.env.TARGET_DIR }) });
http.createServer(server.handle.bind(server)).listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
