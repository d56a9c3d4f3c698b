import { TextFormatError } from "@blueprint/contract/data-url";
import { describe, expect, test } from "vitest";
import { isAccepted, readDataUrl } from "./upload-media.ts";

const pictures = "image/png,image/svg+xml";

describe("a pasted data URL", () => {
  test("becomes a file of its type, named after it", () => {
    const file = readDataUrl(" data:image/png;base64,AAEC\n", pictures);
    expect(file).toMatchObject({ name: "pasted.png", contentType: "image/png", source: { sizeBytes: 3 } });
    expect(file.source.slice(0, 3)).toEqual(Uint8Array.of(0, 1, 2));
    expect(readDataUrl("data:image/svg+xml;charset=utf-8,<svg/>", pictures)).toMatchObject({
      name: "pasted.svg",
      contentType: "image/svg+xml",
    });
  });

  test.each([
    ["data:image/png", "A data URL must look like data:[<mediatype>][;base64],<data>."],
    ["data:image/png;base64,AA-C", 'Base64 text must not contain "-". Is it base64url?'],
    ["data:text/html,<script>", "This data URL holds text/html, which isn't supported here."],
    ["data:,hello", "This data URL holds text/plain, which isn't supported here."],
  ])("is refused with that reason: %s", (text, reason) => {
    expect(() => readDataUrl(text, pictures)).toThrow(new TextFormatError(reason));
  });
});

test("a type matches by name or by its family", () => {
  expect(isAccepted("audio/ogg", "audio/*")).toBe(true);
  expect(isAccepted("audiobook/ogg", "audio/*")).toBe(false);
  expect(isAccepted("model/gltf-binary", ".glb,model/gltf-binary")).toBe(true);
  expect(isAccepted("image/gif", pictures)).toBe(false);
});
