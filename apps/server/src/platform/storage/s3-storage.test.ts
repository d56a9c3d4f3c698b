import { afterAll, beforeAll, describe } from "vitest";
import { createStorage } from "./create-storage.ts";
import { itBehavesLikeObjectStorage } from "./object-storage-suite.ts";
import { hasTestS3, startTestS3, type TestS3, testS3Needs } from "./testing/test-s3.ts";

describe.skipIf(!hasTestS3)(`objects in S3 (${testS3Needs})`, () => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startTestS3();
  });
  afterAll(() => s3.stop());

  itBehavesLikeObjectStorage(() => createStorage({ storageUrl: s3.url, dataDir: "/nowhere" }));
});
