import { openJudgedRequest, RefusedAddress } from "./judged-request.ts";
import { isPublicAddress } from "./public-address.ts";

export interface OutboundPost {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeLimitMs: number;
  /** Bytes of the answer to read before closing the connection. */
  answerBytesMax: number;
  /** Also allows plain http, and hosts of the server's own network. */
  allowPrivate: boolean;
  signal?: AbortSignal;
}

/**
 * Sends a POST to an untrusted address. Redirects are not followed.
 * @throws RefusedAddress, or the network's own error
 */
export async function postOutbound(post: OutboundPost): Promise<{ status: number; text: string }> {
  const url = new URL(post.url);
  if (url.protocol !== "https:" && !post.allowPrivate) throw new RefusedAddress("Only https:// addresses are allowed.");
  const limit = AbortSignal.timeout(post.timeLimitMs);
  const signal = post.signal === undefined ? limit : AbortSignal.any([limit, post.signal]);
  return await new Promise((done, fail) => {
    const request = openJudgedRequest(
      url,
      {
        method: "POST",
        headers: { ...post.headers, "content-length": Buffer.byteLength(post.body) },
        signal,
      },
      post.allowPrivate ? () => true : isPublicAddress,
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
      fail(limit.aborted ? new Error(`No response within ${post.timeLimitMs / 1000} seconds.`) : error);
    });
    request.end(post.body);
  });
}
