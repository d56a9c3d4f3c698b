import { lookup as resolve } from "node:dns";
import { type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";

/** Decides whether the server may connect to an IP address. */
export type AddressJudge = (address: string) => boolean;

/** The target address may not be reached; nothing was sent. */
export class RefusedAddress extends Error {}

/**
 * Opens a request to an untrusted address. The host's addresses are judged when connecting, and the connection goes to
 * the judged one: a name that resolves differently a moment later (DNS rebinding) does not help.
 * Redirects are not followed. Nothing is sent before the caller ends the request.
 * @throws RefusedAddress where the host is a forbidden IP address; for a name, the request fails with it
 */
export function openJudgedRequest(
  url: URL,
  options: Pick<RequestOptions, "method" | "headers" | "signal">,
  mayReach: AddressJudge,
  onAnswer: (answer: IncomingMessage) => void,
): ClientRequest {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // An IP literal is never looked up.
  if (isIP(host) !== 0 && !mayReach(host)) throw refusal(host);
  const open = url.protocol === "https:" ? requestHttps : requestHttp;
  // No agent: a kept-alive connection was judged earlier.
  return open(url, { ...options, agent: false, lookup: toJudgedLookup(mayReach) }, onAnswer);
}

function toJudgedLookup(mayReach: AddressJudge): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      // One forbidden address rules out all of them: the next attempt might get it.
      const bad = addresses.find(({ address }) => !mayReach(address));
      const first = addresses[0];
      if (bad !== undefined || first === undefined) return callback(refusal(hostname), []);
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function refusal(host: string): RefusedAddress {
  return new RefusedAddress(`${host} isn't a public address. Nothing was sent.`);
}
