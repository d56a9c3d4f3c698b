import { z } from "zod";

/** Text that PostgreSQL can store: no NUL and no lone surrogates. */
export const storedText = z.string().refine((text) => text.isWellFormed() && !text.includes("\0"));
