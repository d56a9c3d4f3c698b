import { serializerCompiler } from "fastify-type-provider-zod";
import { LastingAnswer, WrittenAnswer } from "./answer-memory.ts";

/**
 * Serializes answers by their schema: fields that it does not name are dropped, and an answer that does not match it is
 * refused. Cached answers are sent as they are.
 */
export const answerSerializerCompiler: typeof serializerCompiler = (route) => {
  const write = serializerCompiler(route);
  return (answer: unknown) => {
    if (answer instanceof WrittenAnswer) return answer.text;
    return answer instanceof LastingAnswer ? answer.write(write) : write(answer);
  };
};
