import { lookup as resolve } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export interface OutboundPost {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeLimitMs: number;
  /** So much of the answer is read; then the connection is closed. */
  answerBytesMax: number;
  /** Also plain http, and hosts of the server's own network. */
  allowPrivate: boolean;
  signal?: AbortSignal;
}

/** Why nothing was sent. */
export class RefusedAddress extends Error {}

/**
 * Sends a POST to an address that a stranger gave. Redirects are not followed. The host's addresses are judged in the
 * moment of connecting, and the connection goes to the judged one: a name that means something else a moment later
 * (DNS rebinding) does not help.
 * @throws RefusedAddress, or the network's own error
 */
export async function postOutbound(post: OutboundPost): Promise<{ status: number; text: string }> {
  const url = new URL(post.url);
  if (url.protocol !== "https:" && !post.allowPrivate) throw new RefusedAddress("Only https:// is called.");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A literal address is never looked up.
  if (!post.allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw refusal(host);
  const limit = AbortSignal.timeout(post.timeLimitMs);
  const signal = post.signal === undefined ? limit : AbortSignal.any([limit, post.signal]);
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return await new Promise((done, fail) => {
    const request = send(
      url,
      {
        method: "POST",
        headers: { ...post.headers, "content-length": Buffer.byteLength(post.body) },
        signal,
        // A connection of its own: one kept open from before was judged for another moment.
        agent: false,
        ...(post.allowPrivate ? {} : { lookup: lookupPublic }),
      },
      (answer) => {
        const parts: Buffer[] = [];
        let received = 0;
        const finish = () => {
          const text = Buffer.concat(parts).subarray(0, post.answerBytesMax).toString("utf8");
          done({ status: answer.statusCode ?? 0, text });
        };
        answer.on("data", (part: Buffer) => {
          parts.push(part);
          received += part.length;
          if (received < post.answerBytesMax) return;
          finish();
          answer.destroy();
        });
        answer.on("end", finish);
        answer.on("error", fail);
      },
    );
    request.on("error", (error) => {
      fail(limit.aborted ? new Error(`No answer within ${post.timeLimitMs / 1000} seconds.`) : error);
    });
    request.end(post.body);
  });
}

const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    // One that is not public spoils them all: the next attempt might get it.
    const bad = addresses.find(({ address }) => !isPublicAddress(address));
    const first = addresses[0];
    if (bad !== undefined || first === undefined) return callback(refusal(hostname), []);
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function refusal(host: string): RefusedAddress {
  return new RefusedAddress(`${host} is not a public address. Nothing was sent.`);
}
