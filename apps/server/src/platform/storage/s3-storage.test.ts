import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { beforeAll, describe } from "vitest";
import { createStorage, parseS3Url } from "./create-storage.ts";
import { itBehavesLikeObjectStorage } from "./object-storage-suite.ts";

const url = process.env.TEST_S3_URL;

describe.skipIf(url === undefined)(
  "objects in S3 (set TEST_S3_URL like STORAGE_URL to run it against a service)",
  () => {
    beforeAll(async () => {
      const { endpoint, region, bucket, accessKeyId, secretAccessKey } = parseS3Url(url!);
      const client = new S3Client({
        endpoint,
        region,
        credentials: { accessKeyId, secretAccessKey },
        forcePathStyle: true,
        requestChecksumCalculation: "WHEN_REQUIRED",
        responseChecksumValidation: "WHEN_REQUIRED",
      });
      await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
        if ((error as Error).name !== "BucketAlreadyOwnedByYou") throw error;
      });
      client.destroy();
    });

    itBehavesLikeObjectStorage(() => createStorage({ storageUrl: url, dataDir: "/nowhere" }));
  },
);
