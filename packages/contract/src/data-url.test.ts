import { describe, expect, test } from "vitest";
import { decodeBase64, decodeBase64Url, parseDataUrl, TextFormatError } from "./data-url.ts";

const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index);

describe("base64", () => {
  test.each([0, 1, 2, 3, 255, 256])("decodes %d bytes unchanged", (length) => {
    const bytes = everyByte.slice(0, length);
    const base64 = btoa(String.fromCharCode(...bytes));
    const base64Url = base64.replaceAll("+", "-").replaceAll("/", "_");
    expect(decodeBase64(base64)).toEqual(bytes);
    expect(decodeBase64(base64.replace(/=+$/, ""))).toEqual(bytes);
    expect(decodeBase64Url(base64Url)).toEqual(bytes);
    expect(decodeBase64Url(base64Url.replace(/=+$/, ""))).toEqual(bytes);
  });

  test.each(["-", "_"])('text with "%s" is refused', (character) => {
    expect(() => decodeBase64(`ab${character}d`)).toThrow(TextFormatError);
    expect(decodeBase64Url(`ab${character}d`)).toHaveLength(3);
  });

  test.each(["a", "ab=c", "a===", "abcd=", "ab c", "äbcd"])("text that is not base64 is refused: %j", (text) => {
    expect(() => decodeBase64(text)).toThrow(TextFormatError);
  });
});

describe("base64url", () => {
  test.each(["+", "/"])('text with "%s" is refused', (character) => {
    expect(() => decodeBase64Url(`ab${character}d`)).toThrow(TextFormatError);
    expect(decodeBase64(`ab${character}d`)).toHaveLength(3);
  });
});

describe("data URLs", () => {
  const text = (url: string) => new TextDecoder().decode(parseDataUrl(url).bytes);

  test("may name a media type and base64, or neither", () => {
    expect(parseDataUrl("data:image/png;base64,AAEC")).toEqual({
      bytes: Uint8Array.of(0, 1, 2),
      contentType: "image/png",
    });
    expect(parseDataUrl("data:;base64,AAEC").contentType).toBeNull();
    expect(parseDataUrl("data:text/plain;charset=utf-8,a%20b").contentType).toBe("text/plain;charset=utf-8");
    expect(parseDataUrl("data:,").bytes).toHaveLength(0);
  });

  test("carry percent-encoded text, with commas and line breaks intact", () => {
    expect(text("data:text/plain,Grüezi%2C%20venue,\nroom")).toBe("Grüezi, venue,\nroom");
  });

  test.each(["", "data", "data:text/plain", "image/png;base64,AAEC", " data:,x", "http://example.org/,x"])(
    "anything else is refused: %j",
    (url) => {
      expect(() => parseDataUrl(url)).toThrow(TextFormatError);
    },
  );

  test("refuse base64url, invalid base64 and invalid percent-encoding", () => {
    for (const url of ["data:;base64,ab-d", "data:;base64,a", "data:,%E0%A4"])
      expect(() => parseDataUrl(url)).toThrow(TextFormatError);
  });
});
