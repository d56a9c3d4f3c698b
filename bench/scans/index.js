import { continueUnderPinnedNode } from "../../tools/install.mjs";

// The measurement imports TypeScript, which the system's Node may not support.
if (await continueUnderPinnedNode(import.meta.url)) {
  const [part = "points", ...rest] = process.argv.slice(2);
  const parts = {
    points: () => import("./measure-points.js"),
    meshes: () => import("./measure-meshes.js"),
    splats: () => import("./measure-splats.js"),
    validity: () => import("./check-validity.js"),
  };
  if (!(part in parts)) throw new Error(`There is no part ${part}; there are ${Object.keys(parts).join(", ")}.`);
  const { measure } = await parts[part]();
  await measure(rest);
}
