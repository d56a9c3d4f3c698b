import { expect, test } from "vitest";
import { findLinkProblem } from "./link-problem.ts";
import { toSafeLink } from "./scene-field.ts";

test.each([
  ["https://museum.example.org/rooms?x=1", null],
  ["https://8.8.8.8/", null],
  ["https://172.32.0.1/", null],
  ["https://100.128.0.1/", null],
  ["https://[2001:db8::1]/", null],
  ["https://localhost.museum.org/", null],
  ["https://müller.de/", null],
  ["mailto:info@museum.org?subject=Hi", null],
  ["tel:+49-30-123", null],
  ["http://localhost:8080/", "private"],
  ["http://intranet/rooms", "private"],
  ["https://nas.local./", "private"],
  ["https://printer.home.arpa/", "private"],
  ["http://127.0.0.1/", "private"],
  ["http://0x7f.1/", "private"],
  ["http://2130706433/", "private"],
  ["http://10.1.2.3/", "private"],
  ["http://172.16.0.1/", "private"],
  ["http://192.168.178.1/", "private"],
  ["http://169.254.169.254/latest", "private"],
  ["http://100.64.0.1/", "private"],
  ["http://0.0.0.0/", "private"],
  ["http://[::1]/", "private"],
  ["http://[::ffff:10.0.0.1]/", "private"],
  ["http://[fd12:3456::1]/", "private"],
  ["http://[fe80::1]/", "private"],
  ["mailto:info", "incomplete"],
  ["mailto:info@museum", "incomplete"],
  ["tel:", "incomplete"],
] as const)("%s is %s", (link, problem) => {
  expect(findLinkProblem(toSafeLink(link)!)).toBe(problem);
});
