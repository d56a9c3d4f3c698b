/**
 * Bundles the server unless the built one was made from exactly these sources. A server of 1,600 modules would hold
 * some 30 MB more than one of a few files, and take longer to start.
 * @throws SetupError
 */
export declare function ensureServerBuilt(): Promise<void>;
