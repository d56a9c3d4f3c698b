import { describe, expect, it } from "vitest";
import type { SpokenAnchor } from "../place/visitor-language.ts";
import { listSuggestions } from "./suggestions.ts";

const anchor = (title: string, text: string, topicQuestions: string[] = []): SpokenAnchor => ({
  id: title,
  type: "info",
  title,
  text,
  position: [0, 0, 0],
  normal: [0, 1, 0],
  content: { type: "info", topicQuestions },
});
const scene = (anchors: SpokenAnchor[], tours: string[] = []) => ({
  schemaVersion: 1,
  anchors,
  tours: tours.map((name) => ({ id: name, name, summary: "", isStepFree: false, walkingSpeed: 1, stops: [] })),
});

describe("listSuggestions", () => {
  it("starts with the team's own questions, then tours, then what has most text", () => {
    const anchors = [
      anchor("Door", ""),
      anchor("Whale", "A long story."),
      anchor("Tickets", "Short.", ["What does it cost?"]),
    ];
    expect(listSuggestions(scene(anchors, ["Highlights"]), [])).toEqual([
      "What does it cost?",
      "Highlights",
      "Whale",
      "Tickets",
      "Door",
    ]);
  });

  it("puts first what the team suggests for the place as a whole", () => {
    const anchors = [anchor("Tickets", "Short.", ["What does it cost?"])];
    const suggestedQuestions = ["Where do I start?", "What does it cost?"];
    expect(listSuggestions({ ...scene(anchors), suggestedQuestions }, [])).toEqual([...suggestedQuestions, "Tickets"]);
  });

  it("lists nothing twice, nothing empty, and five at most", () => {
    const anchors = ["A", "A", "", "B", "C", "D", "E", "F"].map((title) => anchor(title, ""));
    expect(listSuggestions(scene(anchors), [])).toEqual(["A", "B", "C", "D", "E"]);
    expect(listSuggestions(scene(anchors), ["Opening hours"])[0]).toBe("Opening hours");
    expect(listSuggestions(scene([]), [])).toEqual([]);
  });
});
