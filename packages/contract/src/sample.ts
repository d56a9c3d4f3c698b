import { z } from "zod";
import { blueprintSchema } from "./blueprints.ts";
import { defineEndpoint } from "./endpoint.ts";
import { teamIdSchema } from "./ids.ts";

export const createSampleBlueprint = defineEndpoint({
  method: "POST",
  url: "/api/sample-blueprint",
  access: "scan.upload",
  summary: "Adds the example museum to a team: a regular blueprint with a scan, converted here, and its anchors.",
  schema: { body: z.object({ teamId: teamIdSchema }), response: blueprintSchema },
  errors: ["forbidden", "storage-quota-exceeded", "storage-full"],
});
