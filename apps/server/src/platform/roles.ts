/** What a server does of the whole: `all`, unless other servers do the rest. */
export const roles = ["all", "web", "collab", "worker"] as const;
export type Role = (typeof roles)[number];

/** Serves pages, files and the API. */
export function servesPages(role: Role): boolean {
  return role === "all" || role === "web";
}

/** Serves the sockets of documents that people edit. */
export function servesDocuments(role: Role): boolean {
  return role === "all" || role === "collab";
}

/** Runs jobs, such as conversions and mail. */
export function runsJobs(role: Role): boolean {
  return role === "all" || role === "worker";
}
