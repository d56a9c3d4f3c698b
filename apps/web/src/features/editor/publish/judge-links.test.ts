import type { LinkAnswer } from "@blueprint/contract/link-check";
import { addAnchor } from "@blueprint/scene/anchor-operations";
import { listOutsideLinks } from "@blueprint/scene/outside-links";
import { checkScene } from "@blueprint/scene/publish-checklist";
import { readScene } from "@blueprint/scene/read-scene";
import { buildAnchor } from "@blueprint/scene/testing/build-anchor";
import { createDocument } from "@blueprint/scene/testing/build-scene";
import { expect, test } from "vitest";
import { toFindingWords } from "./finding-words.ts";
import { judgeLinks } from "./judge-links.ts";

const gone: LinkAnswer = { url: "https://gone.example.org/", outcome: "broken", cause: "not-found", status: 404 };
const fine: LinkAnswer = { url: "https://fine.example.org/", outcome: "reachable", cause: null, status: 200 };
const shy: LinkAnswer = { url: "https://shy.example.org/", outcome: "unknown", cause: "other-status", status: 403 };
const removed: LinkAnswer = { ...gone, url: "https://removed.example.org/" };

test("broken links become findings of their anchors, and unchecked ones are counted", () => {
  const doc = createDocument();
  const urls = [gone.url, fine.url, shy.url, "https://new.example.org/", "http://nas.local/", "mailto:a@example.org"];
  for (const [index, url] of urls.entries()) addAnchor(doc, buildAnchor({ id: `a${index}`, type: "link", url }));
  const scene = readScene(doc);
  const { broken, unknownCount } = judgeLinks(listOutsideLinks(scene), [gone, fine, shy, removed]);
  // The link that answered 403, and the one added after the server's check.
  expect(unknownCount).toBe(2);
  const findings = checkScene(scene, { brokenLinks: new Set(broken.keys()) });
  expect(findings.map((finding) => [finding.refs[0]?.id, toFindingWords(finding, broken)])).toEqual([
    ["a0", "https://gone.example.org/ no longer exists: it returns 404."],
    ["a4", "Only people inside its private network can open http://nas.local/."],
  ]);
});

test.each([
  ["host-unknown", "The address https://gone.example.org/ leads nowhere: its host doesn't exist."],
  ["connection-refused", "The address https://gone.example.org/ doesn't respond: its host refuses connections."],
  ["certificate", "Browsers warn about https://gone.example.org/: its certificate isn't valid."],
] as const)("says why a link is broken: %s", (cause, sentence) => {
  const broken = new Map([[gone.url, { ...gone, cause, status: null }]]);
  expect(toFindingWords({ code: "link-broken", detail: gone.url }, broken)).toBe(sentence);
});
