import { describe, expect, it } from "vitest";
import { createStorage, parseS3Url } from "./create-storage.ts";
import { DiskStorage } from "./disk-storage.ts";

describe("STORAGE_URL", () => {
  it("is the disk when unset or empty", async () => {
    expect(await createStorage({ dataDir: "/data" })).toBeInstanceOf(DiskStorage);
    expect(await createStorage({ storageUrl: "", dataDir: "/data" })).toBeInstanceOf(DiskStorage);
  });

  it("can name an S3 service with decoded key and secret", () => {
    expect(parseS3Url("s3://test%3Atester:s%2Fcret@store.example:9000/venues?region=eu-1&tls=false")).toEqual({
      endpoint: "http://store.example:9000",
      region: "eu-1",
      bucket: "venues",
      accessKeyId: "test:tester",
      secretAccessKey: "s/cret",
    });
    expect(parseS3Url("s3://k:s@store.example/venues")).toMatchObject({
      endpoint: "https://store.example",
      region: "us-east-1",
    });
  });

  it.each([
    "nonsense",
    "https://k:s@host/bucket",
    "s3://host/bucket",
    "s3://k:topsecret@host/",
    "s3://k:topsecret@host/a/b",
    "s3://k:topsecret@host/bucket?tls=maybe",
  ])("is refused with an explanation, without its secret: %s", (storageUrl) => {
    expect(() => parseS3Url(storageUrl)).toThrow(/^STORAGE_URL must look like/);
    expect(() => parseS3Url(storageUrl)).not.toThrow(/topsecret/);
  });
});
