import type { ApiScope } from "@blueprint/contract/api-scopes";

export const scopeWords: Record<ApiScope, { readonly label: string; readonly text: string }> = {
  read: { label: "Read", text: "Blueprints, scans, history, answers to forms, usage." },
  write: { label: "Write", text: "Make, change and archive blueprints. Never delete." },
  publish: { label: "Publish", text: "Publish, unpublish, change who may open a place." },
  scans: { label: "Scans", text: "Announce, upload, retry and cancel scans." },
};
