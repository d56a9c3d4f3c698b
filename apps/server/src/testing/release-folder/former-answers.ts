import { randomBytes } from "node:crypto";
import type { ApiClient } from "@blueprint/contract/api-client";
import type { BlueprintId } from "@blueprint/contract/ids";
import { getSceneAtEdit, listChangeSets } from "@blueprint/contract/scene-history";
import { openSceneClient, readSceneUpdate } from "../../features/scene/testing/scene-client.ts";
import type { FormerAnswer } from "./release-folder.ts";

const dayMs = 24 * 3_600_000;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/;
const day = /^\d{4}-\d\d-\d\d$/;

/** Lets `ask` pass the limits of requests per address, which are not under test. */
export const trustAsker = { TRUSTED_PROXIES: "127.0.0.1,::1" };

/** Asks a server, as a person or a visitor, each time from another address. Its origin reads `{origin}` in answers. */
export async function ask(
  serverUrl: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Pick<FormerAnswer, "status" | "body">> {
  const response = await fetch(serverUrl + path, {
    headers: { ...headers, "x-forwarded-for": [...randomBytes(4)].join(".") },
  });
  const text = (await response.text()).replaceAll(serverUrl, "{origin}");
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  if (!isJson) return { status: response.status, body: text };
  const body = JSON.parse(text) as Record<string, unknown>;
  // The words of a refusal may change.
  return { status: response.status, body: response.ok ? body : { code: body.code } };
}

/** A blueprint's live document, and what it was after every session of its history, by the session's last edit. */
export async function readDocuments(
  serverUrl: string,
  cookie: string,
  api: ApiClient,
  blueprintId: BlueprintId,
): Promise<Record<string, unknown>> {
  const client = openSceneClient({ serverUrl, blueprintId, cookie });
  await client.loaded();
  const documents: Record<string, unknown> = { now: client.scene() };
  client.close();
  const params = { blueprintId };
  const { sessions: changeSets } = await api(listChangeSets, { params, query: {} });
  for (const { editId } of changeSets) {
    const { state } = await api(getSceneAtEdit, { params: { ...params, editId } });
    documents[editId] = readSceneUpdate(Buffer.from(state, "base64"));
  }
  return documents;
}

/**
 * What differs between an answer of then and one of now. A newer release may answer more fields, and times from the
 * database are later by these days.
 */
export function findDifferences(then: unknown, now: unknown, days: number, at = ""): string[] {
  if (Array.isArray(then)) {
    if (!Array.isArray(now) || now.length !== then.length)
      return [`${at}: ${then.length} entries, now ${Array.isArray(now) ? now.length : JSON.stringify(now)}`];
    return then.flatMap((value, index) => findDifferences(value, now[index], days, `${at}[${index}]`));
  }
  if (typeof then === "object" && then !== null) {
    if (typeof now !== "object" || now === null) return [`${at}: an object, now ${JSON.stringify(now)}`];
    return Object.entries(then).flatMap(([key, value]) =>
      findDifferences(value, (now as Record<string, unknown>)[key], days, `${at}.${key}`),
    );
  }
  return isSame(then, now, days) ? [] : [`${at}: ${JSON.stringify(then)}, now ${JSON.stringify(now)}`];
}

function isSame(then: unknown, now: unknown, days: number): boolean {
  if (then === now) return true;
  if (typeof then !== "string" || typeof now !== "string") return false;
  if (!instant.test(then) && !day.test(then)) return withoutCapability(then) === withoutCapability(now);
  return Date.parse(now) - Date.parse(then) === days * dayMs;
}

/** Addresses of files carry a right that is signed for each answer. */
function withoutCapability(text: string): string {
  return text.replaceAll(/\/files\/[^/"]+\//g, "/files/right/");
}
