import { TextFormatError } from "@blueprint/contract/data-url";
import { expect, test } from "vitest";
import { type StringFormat, toStringSource } from "./string-source.ts";
import { createUpload } from "./upload.ts";

const sentBy = async (text: string, format: StringFormat): Promise<string> => {
  const bodies: string[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    bodies.push(await new Response(init?.body).text());
    return Response.json({ name: "note.txt" });
  };
  const source = toStringSource("note.txt", text, format);
  const upload = createUpload({
    source,
    objectName: "users/me/note.txt",
    fetch,
    ...(source.contentType === null ? {} : { contentType: source.contentType }),
  });
  upload.start();
  expect((await upload.done).state).toBe("success");
  return bodies.join();
};

test.each([
  ["raw", "Grüezi"],
  ["base64", "R3LDvGV6aQ=="],
  ["base64url", "R3LDvGV6aQ"],
  ["data_url", "data:text/plain;base64,R3LDvGV6aQ=="],
  ["data_url", "data:text/plain,Gr%C3%BCezi"],
] as const)("text as %s is sent as the bytes it encodes: %s", async (format, text) => {
  expect(await sentBy(text, format)).toContain("\r\n\r\nGrüezi\r\n");
});

test("a data URL's media type is sent too", async () => {
  expect(await sentBy("data:image/svg+xml,<svg/>", "data_url")).toContain("Content-Type: image/svg+xml\r\n\r\n<svg/>");
});

test.each([
  ["base64", "ab-d"],
  ["base64", "ab_d"],
  ["base64url", "ab+d"],
  ["base64url", "ab/d"],
  ["data_url", "text/plain,abc"],
] as const)("text that is not %s is refused before anything is sent: %s", (format, text) => {
  expect(() => toStringSource("note.txt", text, format)).toThrow(TextFormatError);
});
