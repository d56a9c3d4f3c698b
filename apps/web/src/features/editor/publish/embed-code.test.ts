import type { Blueprint } from "@blueprint/contract/blueprints";
import { expect, it } from "vitest";
import { toEmbedCode, usualEmbed } from "./embed-code.ts";

const blueprint = { slug: "hall-1a2b3c", name: 'Museum "of" <small> measures' } as Blueprint;
const origin = "https://blueprint.example";
const toCode = (choices: Partial<typeof usualEmbed> = {}) =>
  toEmbedCode(blueprint, { ...usualEmbed, ...choices }, origin);

it("writes the element with its script, its size, and a link for readers without scripts", () => {
  expect(toCode()).toBe(
    `<script type="module" src="https://blueprint.example/embed.js"></script>
<blueprint-embed src="https://blueprint.example/webxr?b=hall-1a2b3c" title="Museum &#34;of&#34; &#60;small&#62; measures" style="display:block;width:100%;aspect-ratio:16/10;min-height:420px">
  <a href="https://blueprint.example/webxr?b=hall-1a2b3c">Museum &#34;of&#34; &#60;small&#62; measures</a>
</blueprint-embed>`,
  );
});

it("writes a plain frame that no name can break out of", () => {
  const code = toCode({ form: "frame" });
  expect(code).toContain('src="https://blueprint.example/webxr?b=hall-1a2b3c"');
  expect(code).not.toContain("<small>");
  expect(code.match(/"/g)).toHaveLength(14);
});

it("writes what was chosen into the element's attributes and into the frame's address alike", () => {
  const chosen = {
    opens: { kind: "anchor", value: "desk" },
    theme: "dark",
    language: "de",
    hidden: ["guide", "share"],
  } as const;
  const element = toCode(chosen);
  expect(element).toContain('src="https://blueprint.example/webxr?b=hall-1a2b3c&#38;anchor=desk"');
  expect(element).toContain('theme="dark" lang="de" hide="guide share"');
  expect(toCode({ ...chosen, form: "frame" })).toContain(
    'src="https://blueprint.example/webxr?b=hall-1a2b3c&#38;anchor=desk&#38;theme=dark&#38;lang=de&#38;hide=guide+share"',
  );
});
