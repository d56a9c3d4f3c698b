import { z } from "zod";

// Messages between an embedded place and the page around it (`postMessage`). All carry the version of this agreement.

const base = { blueprint: z.literal(1) };
const id = z.string().min(1).max(100);
/** An object of the place, with its name in the language that the visitor reads. */
const about = { id, title: z.string() };

/** What an embedded place reports to the page around it. */
export const embedEventSchema = z.discriminatedUnion("event", [
  /** The place is shown and takes commands. `place` is its name in addresses. */
  z.object({ ...base, event: z.literal("ready"), place: z.string(), title: z.string() }),
  z.object({ ...base, event: z.literal("anchor-opened"), ...about }),
  z.object({ ...base, event: z.literal("anchor-closed") }),
  z.object({ ...base, event: z.literal("tour-started"), ...about }),
  z.object({ ...base, event: z.literal("tour-ended") }),
  /** Of a visitor on foot, the smallest zone that they stand in. */
  z.object({ ...base, event: z.literal("zone-entered"), ...about }),
  z.object({ ...base, event: z.literal("zone-left") }),
]);
export type EmbedEvent = z.infer<typeof embedEventSchema>;

/** What the page around an embedded place can ask of it. Unknown objects are ignored. */
export const embedCommandSchema = z.discriminatedUnion("command", [
  z.object({ ...base, command: z.literal("open-anchor"), id }),
  z.object({ ...base, command: z.literal("close-anchor") }),
  z.object({ ...base, command: z.literal("start-tour"), id }),
  z.object({ ...base, command: z.literal("end-tour") }),
  z.object({ ...base, command: z.literal("show-view"), id }),
]);
export type EmbedCommand = z.infer<typeof embedCommandSchema>;
