import { toLiveSetup } from "@blueprint/contract/spec-constants";
import type { AiEvent, Dialect } from "./dialect.ts";
import { isFields, joinPartTexts } from "./read-fields.ts";

/** The messages of spec §7: no rules in the setup, no tools, nothing to resume. */
export const specificationDialect: Dialect = {
  hasInstructions: false,
  speech: null,
  setUp: ({ ai: { model, voice } }) => toLiveSetup(model, voice),
  ask: (text) => ({ clientContent: { turns: [{ role: "user", parts: [{ text }] }], turnComplete: true } }),
  answerCalls: () => null,
  read: ({ setupResponse, setupComplete, serverContent }) => {
    const events: AiEvent[] = [];
    if (setupResponse !== undefined || setupComplete !== undefined) events.push({ kind: "ready" });
    if (!isFields(serverContent)) return events;
    const text = joinPartTexts(serverContent.modelTurn);
    if (text !== "") events.push({ kind: "text", text });
    if (serverContent.turnComplete === true) events.push({ kind: "text-complete" }, { kind: "turn-complete" });
    return events;
  },
};
