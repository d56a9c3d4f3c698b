import type { Permission } from "./roles.ts";

/** What an API key can be granted. Each endpoint names the scope it requires; one without a scope accepts no key. */
export const apiScopes = ["read", "write", "publish", "scans"] as const;
export type ApiScope = (typeof apiScopes)[number];

/**
 * The permissions of every scope. None covers deletion, members, plan or settings: those require a signed-in person.
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
