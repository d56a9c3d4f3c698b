import { type AddressJudge, openJudgedRequest, RefusedAddress } from "./judged-request.ts";

export type AddressAnswer =
  | { outcome: "reachable"; cause: null; status: number }
  | { outcome: "broken"; cause: "not-found"; status: number }
  | { outcome: "broken"; cause: "host-unknown" | "connection-refused" | "certificate"; status: null }
  | { outcome: "unknown"; cause: "other-status" | "redirects"; status: number }
  | { outcome: "unknown"; cause: "private-network" | "no-answer"; status: null };

export interface AddressQuestion {
  /** http or https. */
  url: string;
  mayReach: AddressJudge;
  /** Aborts the check, redirects included; the answer is then `no-answer`. */
  signal: AbortSignal;
}

const redirectsMax = 5;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** 405 and 501 mean that HEAD is not supported; some servers answer 404 or 410 for the same reason. */
const askedAgainStatuses: ReadonlySet<number> = new Set([404, 405, 410, 501]);
const goneStatuses: ReadonlySet<number> = new Set([404, 410]);

const certificateCodes: ReadonlySet<string> = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/**
 * Checks whether an address answers, as a visitor's browser would, and discards the content. Every redirect is judged
 * like the first address. Only what a visitor would see too counts as broken.
 */
export async function askAddress({ url, mayReach, signal }: AddressQuestion): Promise<AddressAnswer> {
  let address = new URL(url);
  const asked = new Set<string>();
  try {
    for (;;) {
      // Neither is sent: a password in a link is for people, and the part after # stays in the browser.
      address.username = address.password = address.hash = "";
      asked.add(address.href);
      const { status, location } = await requestHead(address, mayReach, signal);
      if (!redirectStatuses.has(status)) return toAnswer(status);
      const next = location !== undefined && URL.canParse(location, address.href) ? new URL(location, address) : null;
      const isWebAddress = next !== null && /^https?:$/.test(next.protocol);
      if (!isWebAddress || asked.has(withoutHash(next)) || asked.size > redirectsMax)
        return { outcome: "unknown", cause: "redirects", status };
      address = next;
    }
  } catch (error) {
    return toFailure(error, signal);
  }
}

function withoutHash({ href }: URL): string {
  return href.split("#", 1)[0] ?? href;
}

interface Head {
  status: number;
  location: string | undefined;
}

async function requestHead(url: URL, mayReach: AddressJudge, signal: AbortSignal): Promise<Head> {
  const head = await requestOnce("HEAD", url, mayReach, signal);
  return askedAgainStatuses.has(head.status) ? await requestOnce("GET", url, mayReach, signal) : head;
}

function requestOnce(method: "HEAD" | "GET", url: URL, mayReach: AddressJudge, signal: AbortSignal): Promise<Head> {
  const headers = { accept: "*/*", "user-agent": "Blueprint-Links/1" };
  return new Promise((done, fail) => {
    const request = openJudgedRequest(url, { method, headers, signal }, mayReach, (answer) => {
      done({ status: answer.statusCode ?? 0, location: answer.headers.location });
      // The body may be endless and is not needed.
      answer.on("error", () => undefined).destroy();
    });
    request.on("error", fail);
    request.end();
  });
}

function toAnswer(status: number): AddressAnswer {
  if (status >= 200 && status < 300) return { outcome: "reachable", cause: null, status };
  if (goneStatuses.has(status)) return { outcome: "broken", cause: "not-found", status };
  return { outcome: "unknown", cause: "other-status", status };
}

function toFailure(error: unknown, signal: AbortSignal): AddressAnswer {
  if (error instanceof RefusedAddress) return { outcome: "unknown", cause: "private-network", status: null };
  if (signal.aborted) return { outcome: "unknown", cause: "no-answer", status: null };
  const codes = listCodes(error);
  if (codes.includes("ENOTFOUND")) return { outcome: "broken", cause: "host-unknown", status: null };
  // A host with several addresses counts as refusing only when none of them timed out.
  if (codes.includes("ECONNREFUSED") && !codes.includes("ETIMEDOUT"))
    return { outcome: "broken", cause: "connection-refused", status: null };
  if (codes.some((code) => certificateCodes.has(code)))
    return { outcome: "broken", cause: "certificate", status: null };
  return { outcome: "unknown", cause: "no-answer", status: null };
}

/** Node tries a host's addresses in turn and fails with the errors of all of them. */
function listCodes(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(listCodes);
  return error instanceof Error && "code" in error && typeof error.code === "string" ? [error.code] : [];
}
