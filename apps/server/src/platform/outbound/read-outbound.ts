import { type AddressJudge, openJudgedRequest } from "./judged-request.ts";

export interface OutboundRead {
  url: URL;
  mayReach: AddressJudge;
  timeLimitMs: number;
  /** Bytes of the answer to read before closing the connection. */
  answerBytesMax: number;
}

/**
 * Reads the beginning of an untrusted address. Redirects are not followed.
 * @throws RefusedAddress, or the network's own error
 */
export async function readOutbound({
  url,
  mayReach,
  timeLimitMs,
  answerBytesMax,
}: OutboundRead): Promise<{ status: number; text: string }> {
  const headers = { accept: "text/plain", "user-agent": "Blueprint-Verification/1" };
  const signal = AbortSignal.timeout(timeLimitMs);
  return await new Promise((done, fail) => {
    const request = openJudgedRequest(url, { method: "GET", headers, signal }, mayReach, (answer) => {
      const parts: Buffer[] = [];
      let received = 0;
      const finish = () => {
        const text = Buffer.concat(parts).subarray(0, answerBytesMax).toString("utf8");
        done({ status: answer.statusCode ?? 0, text });
      };
      answer.on("data", (part: Buffer) => {
        parts.push(part);
        received += part.length;
        if (received < answerBytesMax) return;
        finish();
        answer.destroy();
      });
      answer.on("end", finish);
      answer.on("error", fail);
    });
    request.on("error", fail);
    request.end();
  });
}
