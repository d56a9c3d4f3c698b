import { z } from "zod";
import { oembedUrl } from "./embed-addresses.ts";
import { defineEndpoint } from "./endpoint.ts";

/** An answer of oEmbed 1.0 (oembed.com): its names are that format's. */
const oembedSchema = z.object({
  version: z.literal("1.0"),
  /** `rich`: the place in a frame. `link`: the team lets no site embed it, or not the one whose page asks. */
  type: z.enum(["rich", "link"]),
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  html: z.string().optional(),
  /** Pixels. */
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  /** Picture of the place, at a short-lived address. */
  thumbnail_url: z.string().optional(),
  /** Pixels. */
  thumbnail_width: z.number().int().optional(),
  thumbnail_height: z.number().int().optional(),
});

const pixels = z.coerce.number().int().min(1).max(10_000).optional();

export const getOembed = defineEndpoint({
  method: "GET",
  url: oembedUrl,
  access: "anyone",
  summary:
    "What to show where somebody pastes a place's link (oEmbed 1.0): the place in a frame, if its team lets sites embed it. " +
    "For places that every visitor may open. Pages of other sites can ask: they learn whether they may embed it.",
  schema: {
    querystring: z.object({
      /** The address of a place on this installation, with its link into the place. */
      url: z.string().max(4_000),
      maxwidth: pixels,
      maxheight: pixels,
      format: z.literal("json", { error: "Only json." }).optional(),
    }),
    response: oembedSchema,
  },
  errors: ["blueprint-not-published", "blueprint-password-needed"],
});
export type Oembed = z.infer<typeof oembedSchema>;
