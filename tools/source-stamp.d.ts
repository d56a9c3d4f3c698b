/** Names exactly what a build is made from: the dependencies, all sources of a workspace and of the packages. */
export declare function hashSources(workspaceDir: string, settings?: unknown): string;
/** The stamp that a complete build left, or null. */
export declare function readStamp(path: string): string | null;
