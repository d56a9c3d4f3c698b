import type { Permission } from "./roles.ts";

/** What a program with an API key may be given. An endpoint names the scope that opens it; without one no key does. */
export const apiScopes = ["read", "write", "publish", "scans"] as const;
export type ApiScope = (typeof apiScopes)[number];

/**
 * Every scope in terms of the permission table. Deleting, members, plan and settings are in none of them: they stay
 * with people.
 */
export const apiScopePermissions = {
  read: ["blueprint.see", "task.see", "answer.see", "original.download"],
  write: ["blueprint.see", "blueprint.edit", "comment.write", "task.see"],
  publish: ["blueprint.see", "blueprint.publish"],
  scans: ["blueprint.see", "scan.upload"],
} as const satisfies Record<ApiScope, readonly Permission[]>;

export function scopesAllow(scopes: readonly ApiScope[], permission: Permission): boolean {
  return scopes.some((scope) => (apiScopePermissions[scope] as readonly Permission[]).includes(permission));
}
