import { readEmbedParts } from "@blueprint/contract/embed-options";
import { expect, test } from "vitest";
import { findHiddenParts, readFrameSearch } from "./frame-options.ts";

function open(search: string, isFramed: boolean): Window {
  const own = { location: { search } };
  return Object.assign(own, { parent: isFramed ? {} : own }) as unknown as Window;
}

test("parts are named in any order, separated by commas or spaces, and unknown ones are ignored", () => {
  expect([...readEmbedParts("Share, guide  measure,constructor,text")]).toEqual(["guide", "measure", "share"]);
  for (const nothing of [null, "", ",", "everything"]) expect(readEmbedParts(nothing).size).toBe(0);
});

test("only a page around a place can leave parts of its screen out", () => {
  expect([...findHiddenParts(open("?b=hall&hide=title,list", true))]).toEqual(["title", "list"]);
  expect(findHiddenParts(open("?b=hall&hide=title,list", false)).size).toBe(0);
});

test("the options of a frame go along to the place's other addresses, and nothing else of its own does", () => {
  expect(readFrameSearch(open("?b=hall&hide=title&theme=dark&key=secret", true))).toEqual({
    theme: "dark",
    hide: "title",
  });
  expect(readFrameSearch(open("?b=hall&hide=title&theme=dark", false))).toEqual({});
});
