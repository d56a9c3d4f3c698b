import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { parseS3Url } from "../create-storage.ts";

/** An existing service, in the form of STORAGE_URL. */
const givenUrl = process.env.TEST_S3_URL;
const serverPath = fileURLToPath(new URL("./s3-server.py", import.meta.url));
/** The interpreter that Debian's Swift is installed for: another one earlier on the path lacks it. */
const pythonPath = "/usr/bin/python3";
const swiftPaths = ["proxy", "account", "container", "object"].map((part) => `/usr/bin/swift-${part}-server`);

/** Whether tests can have an S3 service here, without the network. */
export const hasTestS3 = givenUrl !== undefined || [pythonPath, ...swiftPaths].every((path) => existsSync(path));
/** Why the tests are skipped otherwise. */
export const testS3Needs = "needs Debian's swift-proxy, -account, -container and -object, or TEST_S3_URL";

export interface TestS3 {
  /** In the form of STORAGE_URL, with an existing bucket. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A bucket in the service named by TEST_S3_URL, or in a new one that ends with the process that started it. */
export async function startTestS3(): Promise<TestS3> {
  const service = givenUrl === undefined ? await startSwift() : { url: givenUrl, stop: async () => {} };
  try {
    await createBucket(service.url);
  } catch (error) {
    await service.stop();
    throw error;
  }
  return service;
}

async function startSwift(): Promise<TestS3> {
  const server = spawn(pythonPath, [serverPath], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(server, "close");
  const stop = async () => {
    server.stdin.end();
    await ended;
  };
  const [port] = (await Promise.race([once(createInterface(server.stdout), "line"), ended])) as [unknown];
  if (typeof port !== "string")
    throw new Error(`The S3 service of the tests did not start (exit code ${String(port)}).`);
  return { url: `s3://test%3Atester:testing@127.0.0.1:${port}/blueprint-tests?tls=false`, stop };
}

async function createBucket(url: string): Promise<void> {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = parseS3Url(url);
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
  } catch (error) {
    if ((error as Error).name !== "BucketAlreadyOwnedByYou") throw error;
  } finally {
    client.destroy();
  }
}
