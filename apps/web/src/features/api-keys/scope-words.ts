import type { ApiScope } from "@blueprint/contract/api-scopes";

export const scopeWords: Record<ApiScope, { readonly label: string; readonly text: string }> = {
  read: { label: "Read", text: "Blueprints, scans, history, form answers, usage." },
  write: { label: "Write", text: "Create, edit and archive blueprints. Never delete." },
  publish: { label: "Publish", text: "Publish, unpublish, change who can open a place." },
  scans: { label: "Scans", text: "Announce, upload, retry and cancel scans." },
};
