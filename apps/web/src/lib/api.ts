import { createApiClient } from "@blueprint/contract/api-client";

/** The typed client of this page's own server. */
export const api = createApiClient();
