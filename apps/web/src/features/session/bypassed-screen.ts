import { createContext, type ReactNode } from "react";

/**
 * What a protected screen shows when the address opens it without an account (spec §2). The root route gives it: the
 * demo venue is a feature of its own.
 */
export const BypassedScreen = createContext<ReactNode>(null);
