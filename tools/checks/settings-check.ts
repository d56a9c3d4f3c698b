import { environmentNames } from "../../apps/server/src/config.ts";
import { readRepositoryFile } from "./repository-files.ts";

/** Settings that the server reads but `.env.example` does not list, and vice versa. */
export function findUndocumentedSettings(): string[] {
  const shown = new Set(
    [...readRepositoryFile(".env.example").matchAll(/^#?\s?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1] ?? ""),
  );
  const read = new Set(environmentNames);
  return [
    ...[...read].filter((name) => !shown.has(name)).map((name) => `.env.example does not show ${name}`),
    ...[...shown].filter((name) => !read.has(name)).map((name) => `.env.example shows ${name}, which nothing reads`),
  ];
}
