import { z } from "zod";

/** Whom something in a place is for. What an audience may not see is not sent to it. */
export const audiences = ["visitor", "staff", "contractor", "robot"] as const;
export type Audience = (typeof audiences)[number];

/** Audiences that come in by a link of their own. Visitors need none. */
export const linkedAudiences = ["staff", "contractor", "robot"] as const;
export type LinkedAudience = (typeof linkedAudiences)[number];

/** What proves that its bearer belongs to an audience: the part behind `key=` in the link. */
export const audienceKeySchema = z.string().max(120);
