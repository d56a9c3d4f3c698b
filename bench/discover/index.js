import { continueUnderPinnedNode } from "../../tools/install.mjs";

// The measurement imports TypeScript, which the system's Node may not support.
if (await continueUnderPinnedNode(import.meta.url)) await import("./measure.js");
