import { z } from "zod";

/** The audiences an item in a place can be for. The server never sends an item to an audience that may not see it. */
export const audiences = ["visitor", "staff", "contractor", "robot"] as const;
export type Audience = (typeof audiences)[number];

/** Audiences that enter through a dedicated link. Visitors need none. */
export const linkedAudiences = ["staff", "contractor", "robot"] as const;
export type LinkedAudience = (typeof linkedAudiences)[number];

/** Proves that its bearer belongs to an audience: the `key=` value of the link. */
export const audienceKeySchema = z.string().max(120);
