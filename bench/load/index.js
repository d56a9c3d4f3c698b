import { continueUnderPinnedNode } from "../../tools/install.mjs";

// The measurement reads TypeScript, which the Node of this machine may not know yet.
if (await continueUnderPinnedNode(import.meta.url)) await import("./measure.js");
