// The peer: the storage emulator of firebase-tools. A downloaded Java program checks its rules; here a stub that allows
// everything replaces it, which is faster.
import { join } from "node:path";
import { requirePeer } from "./peers.js";

const loadFrom = requirePeer("emulator");
const from = (path) => loadFrom(join("firebase-tools", "lib", "emulator", path));
const { StorageRulesRuntime, StorageRulesIssues } = from("storage/rules/runtime");
const permitted = { permitted: true, issues: new StorageRulesIssues() };
Object.assign(StorageRulesRuntime.prototype, {
  async start() {
    this._alive = true;
  },
  async stop() {},
  async loadRuleset() {
    return { ruleset: { verify: async () => permitted }, issues: new StorageRulesIssues() };
  },
});
const { StorageEmulator } = from("storage");
const { EmulatorRegistry } = from("registry");
const emulator = new StorageEmulator({
  projectId: "demo-bench",
  host: "127.0.0.1",
  port: Number(process.env.PORT),
  rules: { name: "storage.rules", content: "rules_version='2';" },
  auto_download: false,
});
await EmulatorRegistry.start(emulator);
console.log("ready");
