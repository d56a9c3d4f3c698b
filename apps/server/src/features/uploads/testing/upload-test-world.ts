import { randomBytes } from "node:crypto";
import { contentHashHeaders } from "@blueprint/contract/content-hash";
import type { ScanId, TeamId } from "@blueprint/contract/ids";
import { storageBucket } from "@blueprint/contract/limits";
import type { ScanState } from "@blueprint/contract/scans";
import { hashOn, noBytesHashed } from "@blueprint/uploads/content-hash";
import { eq } from "drizzle-orm";
import { scans } from "../../../db/schema/scans.ts";
import type { AppContext } from "../../../platform/app-context.ts";
import type { TestApp, TestPerson } from "../../../testing/create-test-app.ts";
import { toUploadName } from "../../scans/upload-name.ts";

export interface AnnouncedFile {
  scanId: ScanId;
  name: string;
}

/** A scan that waits for its original. */
export async function announceScan(
  app: TestApp,
  owner: TestPerson,
  sizeBytes: number,
  { teamId = owner.personalTeamId, state = "uploading" }: { teamId?: TeamId; state?: ScanState } = {},
): Promise<AnnouncedFile> {
  const { context } = app;
  const blueprint = await app.buildBlueprint(owner, { teamId });
  const scanId = context.ids.uuid() as ScanId;
  const name = toUploadName(teamId, scanId, "hall.ply");
  const now = context.clock.now();
  await context.db.insert(scans).values({
    id: scanId,
    blueprintId: blueprint.id,
    teamId,
    fileName: "hall.ply",
    sizeBytes,
    kind: "point-cloud",
    format: "ply-points",
    state,
    preflight: {
      kind: "point-cloud",
      format: "ply-points",
      sizeBytes,
      counts: {},
      unit: "metre",
      upAxis: "z",
      warnings: [],
    },
    uploadName: name,
    createdBy: owner.userId,
    createdAt: now,
    updatedAt: now,
  });
  return { scanId, name };
}

export async function stateOfScan(context: AppContext, scanId: ScanId): Promise<ScanState | undefined> {
  const [row] = await context.db.select({ state: scans.state }).from(scans).where(eq(scans.id, scanId));
  return row?.state;
}

/** Uses the client's implementation: the two have to agree. */
export const contentHashOf = async (bytes: Buffer<ArrayBuffer>): Promise<string> =>
  (await hashOn(noBytesHashed, bytes)).contentHash;

export const randomFile = (sizeBytes: number): Buffer<ArrayBuffer> => Buffer.from(randomBytes(sizeBytes));

export interface Answer {
  status: number;
  headers: Headers;
  /** Error code. */
  code: string | undefined;
  json: Record<string, unknown>;
  uploadStatus: string | null;
  received: number | null;
  /** Bytes that the server reports as verified. */
  proven: number;
}

type Body = Uint8Array<ArrayBuffer> | string | ReadableStream | null;

/** The raw protocol for one user: exactly what goes over the wire. */
export class WireClient {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string>) {
    this.#url = url;
    this.#headers = headers;
  }

  async post(pathOrUrl: string, headers: Record<string, string>, body: Body = null): Promise<Answer> {
    const response = await fetch(new URL(pathOrUrl, this.#url), {
      method: "POST",
      headers: { ...this.#headers, ...headers },
      body,
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    } as RequestInit);
    const text = await response.text();
    const json = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
    const received = response.headers.get("x-goog-upload-size-received");
    return {
      status: response.status,
      headers: response.headers,
      code: json.code as string | undefined,
      json,
      uploadStatus: response.headers.get("x-goog-upload-status"),
      received: received === null ? null : Number(received),
      proven: Number(response.headers.get(contentHashHeaders.provenBytes) ?? 0),
    };
  }

  start(
    name: string,
    sizeBytes: number | string,
    { bucket = storageBucket, metadata = {} as unknown, headers = {} as Record<string, string> } = {},
  ): Promise<Answer> {
    return this.post(
      `/v0/b/${bucket}/o?name=${encodeURIComponent(name)}`,
      {
        "content-type": "application/json; charset=utf-8",
        "x-goog-upload-protocol": "resumable",
        "x-goog-upload-command": "start",
        "x-goog-upload-header-content-length": String(sizeBytes),
        ...headers,
      },
      typeof metadata === "string" ? metadata : JSON.stringify(metadata),
    );
  }

  /** Opens an upload. @returns its address */
  async open(name: string, sizeBytes: number): Promise<string> {
    const answer = await this.start(name, sizeBytes);
    if (answer.status !== 200) throw new Error(`The upload could not be started: ${answer.status} ${answer.code}`);
    return answer.headers.get("x-goog-upload-url")!;
  }

  command(url: string, command: string): Promise<Answer> {
    return this.post(url, { "x-goog-upload-command": command });
  }

  /** @param contentHash of everything up to the end of these bytes, if the server is to verify it */
  upload(
    url: string,
    offset: number,
    bytes: Body,
    { finalize = false, contentHash }: { finalize?: boolean; contentHash?: string } = {},
  ): Promise<Answer> {
    const headers = {
      "x-goog-upload-command": finalize ? "upload, finalize" : "upload",
      "x-goog-upload-offset": String(offset),
      ...(contentHash === undefined ? {} : { [contentHashHeaders.contentHash]: contentHash }),
    };
    return this.post(url, headers, bytes);
  }

  multipart(
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
    metadata: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const head = `--frontier\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${JSON.stringify(metadata)}\r\n--frontier\r\nContent-Type: image/png\r\n\r\n`;
    return this.post(
      `/v0/b/${storageBucket}/o?name=${encodeURIComponent(name)}`,
      { "x-goog-upload-protocol": "multipart", "content-type": "multipart/related; boundary=frontier", ...headers },
      Buffer.concat([Buffer.from(head), bytes, Buffer.from("\r\n--frontier--")]),
    );
  }
}

/** A body that sends some bytes and then waits until the test ends or breaks it. */
export function createSlowBody(first: Uint8Array): {
  stream: ReadableStream<Uint8Array>;
  end: (rest?: Uint8Array) => void;
  fail: () => void;
} {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
      controller.enqueue(first);
    },
  });
  return {
    stream,
    end: (rest) => {
      if (rest !== undefined) controller.enqueue(rest);
      controller.close();
    },
    fail: () => controller.error(new Error("the sender died")),
  };
}
