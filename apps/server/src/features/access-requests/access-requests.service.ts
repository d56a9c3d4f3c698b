import type { AppContext } from "../../platform/app-context.ts";
import { insertAccessRequest } from "./access-requests.repository.ts";

/** Keeps the wish for an operator to decide. It never tells whether the address is known. */
export async function recordAccessRequest(
  context: AppContext,
  request: {
    email: string;
    name?: string | undefined;
    message?: string | undefined;
    referralCode?: string | undefined;
  },
): Promise<void> {
  await insertAccessRequest(context.db, {
    id: context.ids.uuid(),
    email: request.email,
    name: request.name ?? "",
    message: request.message ?? "",
    referralCode: request.referralCode ?? null,
    createdAt: context.clock.now(),
  });
}
