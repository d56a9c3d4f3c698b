import { createECDH } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readSecrets } from "./secrets.ts";

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "blueprint-secrets-"));
  return () => rmSync(dataDir, { recursive: true });
});

describe("the keys of an installation", () => {
  it("are created on the first start, for its own account alone, and are the same on the next", () => {
    const made = readSecrets(dataDir);
    expect(new Set(Object.values(made)).size).toBe(4);
    expect(statSync(join(dataDir, "secrets.json")).mode & 0o777).toBe(0o600);
    expect(readSecrets(dataDir)).toEqual(made);
  });

  it("of an earlier version stay, and later ones are added", () => {
    const earlier = { sessionKey: "a", capabilityKey: "b", appCheckKey: "c" };
    writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(earlier));
    const read = readSecrets(dataDir);
    expect(read).toEqual({ ...earlier, vapidPrivateKey: expect.any(String) });
    expect(JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"))).toEqual(read);
  });

  it.each([
    ["an empty key", `{"sessionKey":"","capabilityKey":"b"}`, /"sessionKey" in .*secrets\.json is empty/],
    ["a key of blanks", `{"capabilityKey":"  "}`, /"capabilityKey" in .*secrets\.json is empty/],
    ["a key that is no text", `{"appCheckKey":null}`, /"appCheckKey" in .*secrets\.json is empty or isn't text/],
    ["bad syntax", `{"sessionKey":"top secret",}`, /secrets\.json .* can't be read as JSON/],
    ["half a file", `{"sessionKey":"top sec`, /secrets\.json .* can't be read as JSON/],
    ["an empty file", "", /secrets\.json .* can't be read as JSON/],
    ["a list", "[]", /secrets\.json .* isn't a JSON object/],
  ])("are refused by name, and left as they are: %s", (_, text, expected) => {
    const path = join(dataDir, "secrets.json");
    writeFileSync(path, text);
    const read = () => readSecrets(dataDir);
    expect(read).toThrow(expected);
    expect(read).not.toThrow(/top sec/);
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("include one for pushes: a private key of P-256, 32 bytes long", () => {
    const { vapidPrivateKey } = readSecrets(dataDir);
    const key = createECDH("prime256v1");
    key.setPrivateKey(vapidPrivateKey, "base64url");
    expect(Buffer.from(vapidPrivateKey, "base64url")).toHaveLength(32);
    // The uncompressed point that browsers subscribe with (RFC 8292 §3.2).
    expect([key.getPublicKey().length, key.getPublicKey()[0]]).toEqual([65, 4]);
  });
});
