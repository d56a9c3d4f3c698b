/**
 * What may be logged of an error. Database errors contain the values of the failed statement: tokens, hashes,
 * addresses. The driver's wrapper has them in its message and in `params`, PostgreSQL in `detail`, `where` and, for
 * some faults, in its message.
 */
export interface ErrorFacts {
  type: string;
  message: string;
  stack: string;
  /** Named properties without values, such as `code`, `constraint` or `syscall`. */
  [fact: string]: unknown;
  cause?: ErrorFacts;
  aggregateErrors?: ErrorFacts[];
}

/** Properties that name things and contain no values. All others stay out of the log. */
const namingProperties = [
  "code",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "errno",
  "syscall",
  "port",
  "responseCode",
  "command",
  "status",
  "statusCode",
] as const;

/** Shorter values of a statement reveal nothing, and occur in texts by chance. */
const valueCharactersMin = 4;
const depthMax = 8;
const failedQuery = "Failed query: ";
const paramsLine = "\nparams: ";
/** SQLSTATE classes whose messages quote values: data exceptions, and errors raised by functions. */
const quotingClasses = ["22", "P0"];
const sqlState = /^[0-9A-Z]{5}$/;
const stackFrame = /^ {4}at .*(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))$/;

/** Type, place and cause of an error, without a statement's values. */
export function describeError(error: unknown): ErrorFacts {
  return describe(error, collectValues(error), 0);
}

/** Removes a statement's values from a library's text that includes an error's message. */
export function eraseParams(text: string): string {
  const query = text.indexOf(failedQuery);
  const params = query === -1 ? -1 : text.indexOf(paramsLine, query);
  return params === -1 ? text : text.slice(0, params);
}

/** The same in one line, never empty: the messages from the outermost error to its first cause. */
export function tellError(error: unknown): string {
  const facts = describeError(error);
  return joinMessages(facts) || String(facts.code ?? facts.type);
}

function joinMessages(outermost: ErrorFacts): string {
  const messages: string[] = [];
  for (let facts: ErrorFacts | undefined = outermost; facts !== undefined; facts = facts.cause) {
    const message = [facts.message, ...(facts.aggregateErrors ?? []).map(joinMessages)].filter(Boolean).join("; ");
    if (message !== "" && messages.at(-1) !== message) messages.push(message);
  }
  return messages.join(": ");
}

/** A copy of the error for code that writes its message and stack. */
export function toSafeError(error: unknown): Error {
  const facts = describeError(error);
  const safe = new Error(tellError(error));
  safe.name = facts.type;
  safe.stack = [`${facts.type}: ${safe.message}`, facts.stack].filter((part) => part !== "").join("\n");
  return safe;
}

function describe(error: unknown, values: readonly string[], depth: number): ErrorFacts {
  if (!isErrorLike(error)) return { type: typeof error, message: erase(toText(error), values), stack: "" };
  const facts: ErrorFacts = {
    type: error.constructor?.name ?? "Error",
    message: erase(toMessage(error), values),
    stack: toFrames(error),
  };
  for (const name of namingProperties) {
    const value = (error as unknown as Record<string, unknown>)[name];
    if (typeof value === "string") facts[name] = erase(value, values);
    else if (typeof value === "number") facts[name] = value;
  }
  if (depth >= depthMax) return facts;
  if (error.cause !== undefined && error.cause !== null) facts.cause = describe(error.cause, values, depth + 1);
  const { errors } = error as { errors?: unknown };
  if (Array.isArray(errors)) facts.aggregateErrors = errors.map((one) => describe(one, values, depth + 1));
  return facts;
}

type ErrorLike = Pick<Error, "message" | "stack" | "cause">;

/** Includes errors of other realms and of libraries that do not extend Error. */
export function isErrorLike(value: unknown): value is ErrorLike {
  return typeof value === "object" && value !== null && "message" in value && typeof value.message === "string";
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? "An object was thrown." : String(value);
}

function toMessage(error: ErrorLike): string {
  const { query, code } = error as { query?: unknown; code?: unknown };
  if (error.message.startsWith(failedQuery)) {
    // The statement's text has numbered parameters; the line after it contains their values.
    const statement = typeof query === "string" ? query : error.message.slice(failedQuery.length).split(paramsLine)[0];
    return `${failedQuery}${statement}`;
  }
  const quotesValues = quotingClasses.some((known) => typeof code === "string" && code.startsWith(known));
  if (quotesValues && sqlState.test(String(code))) return `The database refused the data (${code}).`;
  return error.message;
}

/** The stack's frames only: the text before them is the message from when the error was created. */
function toFrames({ stack, message }: ErrorLike): string {
  if (typeof stack !== "string") return "";
  const at = message === "" ? -1 : stack.indexOf(message);
  const rest = at === -1 ? stack : stack.slice(at + message.length);
  return rest
    .split("\n")
    .filter((line) => stackFrame.test(line))
    .join("\n");
}

/** The values of every statement in the chain: another error's message may contain one. */
function collectValues(error: unknown, depth = 0): string[] {
  if (!isErrorLike(error) || depth > depthMax) return [];
  const { params, errors } = error as { params?: unknown; errors?: unknown };
  const own: unknown[] = Array.isArray(params) ? params : [];
  const inner = [error.cause, ...(Array.isArray(errors) ? errors : [])];
  const texts = own.flatMap((value) =>
    typeof value === "string" && value.length >= valueCharactersMin ? [value] : [],
  );
  // The longest first: one may be part of another.
  return [...texts, ...inner.flatMap((one) => collectValues(one, depth + 1))].sort((a, b) => b.length - a.length);
}

function erase(text: string, values: readonly string[]): string {
  return values.reduce((rest, value) => rest.replaceAll(value, "…"), text);
}
