/**
 * What may be written down of an error. Errors of the database carry the values of the statement that failed: tokens,
 * hashes, addresses. The driver's wrapper has them in its message and in `params`, PostgreSQL in `detail`, `where` and,
 * for some faults, in its message.
 */
export interface ErrorFacts {
  type: string;
  message: string;
  stack: string;
  /** Named properties that hold no values, such as `code`, `constraint_name` or `syscall`. */
  [fact: string]: unknown;
  cause?: ErrorFacts;
  aggregateErrors?: ErrorFacts[];
}

/** Properties that name things and hold no values. Every other one stays out of the log. */
const namingProperties = [
  "code",
  "severity",
  "schema_name",
  "table_name",
  "column_name",
  "constraint_name",
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

/** A value in the statement that is shorter says nothing, and stands in texts by chance. */
const valueCharactersMin = 4;
const depthMax = 8;
const failedQuery = "Failed query: ";
const paramsLine = "\nparams: ";
/** SQLSTATE classes whose messages quote values: faulty data, and what a function of ours or others raises. */
const quotingClasses = ["22", "P0"];
const sqlState = /^[0-9A-Z]{5}$/;
const stackFrame = /^ {4}at .*(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))$/;

/** The cause, where it happened and what it is called, without a value of a statement. */
export function describeError(error: unknown): ErrorFacts {
  return describe(error, collectValues(error), 0);
}

/** A text of somebody else's that has taken in the message of an error, without the values of its statement. */
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

/** The error as one that may be handed to code that writes down its message and its stack. */
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

/** Also of another realm, and what libraries make that do not extend Error. */
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
    // The text of the statement names its parameters by number; the line after it holds them.
    const statement = typeof query === "string" ? query : error.message.slice(failedQuery.length).split(paramsLine)[0];
    return `${failedQuery}${statement}`;
  }
  const quotesValues = quotingClasses.some((known) => typeof code === "string" && code.startsWith(known));
  if (quotesValues && sqlState.test(String(code))) return `The database refused the data (${code}).`;
  return error.message;
}

/** The lines of the stack alone: before them stands the message as it was when the error was made. */
function toFrames({ stack, message }: ErrorLike): string {
  if (typeof stack !== "string") return "";
  const at = message === "" ? -1 : stack.indexOf(message);
  const rest = at === -1 ? stack : stack.slice(at + message.length);
  return rest
    .split("\n")
    .filter((line) => stackFrame.test(line))
    .join("\n");
}

/** The values of every statement in the chain: another error may have taken one into its words. */
function collectValues(error: unknown, depth = 0): string[] {
  if (!isErrorLike(error) || depth > depthMax) return [];
  const { params, parameters, errors } = error as { params?: unknown; parameters?: unknown; errors?: unknown };
  const own = [params, parameters].flatMap((list) => (Array.isArray(list) ? list : []));
  const inner = [error.cause, ...(Array.isArray(errors) ? errors : [])];
  const texts = own.flatMap((value) =>
    typeof value === "string" && value.length >= valueCharactersMin ? [value] : [],
  );
  // The longest first: one may be a part of another.
  return [...texts, ...inner.flatMap((one) => collectValues(one, depth + 1))].sort((a, b) => b.length - a.length);
}

function erase(text: string, values: readonly string[]): string {
  return values.reduce((rest, value) => rest.replaceAll(value, "…"), text);
}
