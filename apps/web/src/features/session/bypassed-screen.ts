import { createContext, type ReactNode } from "react";

/**
 * Shown in place of a protected screen opened without an account (spec §2). The root route provides it, because the
 * demo venue is a separate feature.
 */
export const BypassedScreen = createContext<ReactNode>(null);
