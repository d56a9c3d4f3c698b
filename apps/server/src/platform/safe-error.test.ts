import { DrizzleQueryError } from "drizzle-orm/errors";
import { describe, expect, it } from "vitest";
import { createLogger } from "./logger.ts";
import { describeError, tellError, toSafeError } from "./safe-error.ts";

const token = "Zm9vYmFyYmF6";
const statement = 'insert into "invitations" ("email", "token_hash") values ($1, $2)';
const ofDatabase = (more: object = {}) =>
  Object.assign(new Error('duplicate key value violates unique constraint "invitations_token"'), {
    code: "23505",
    constraint: "invitations_token",
    detail: `Key (token_hash)=(${token}) already exists.`,
    where: `COPY invitations, line 1: "${token}"`,
    ...more,
  });
const failed = () => new DrizzleQueryError(statement, ["ada@example.org", token], ofDatabase());

/** Everything a logger writes for a call. */
function write(call: (log: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  call(createLogger("debug", { write: (line) => lines.push(line) }));
  return lines.join("");
}

function expectSafe(text: string): void {
  expect(text).toContain("duplicate key value violates unique constraint");
  expect(text).not.toContain(token);
  expect(text).not.toContain("ada@example.org");
}

describe("a database error", () => {
  it("is described by its statement, its cause and where it happened, without a value", () => {
    const facts = describeError(failed());
    expectSafe(JSON.stringify(facts));
    expect(facts.message).toBe(`Failed query: ${statement}`);
    expect(facts.stack).toMatch(/^ {4}at /);
    expect(facts.cause).toMatchObject({ code: "23505", constraint: "invitations_token" });
    expect(tellError(failed())).toBe(
      `Failed query: ${statement}: duplicate key value violates unique constraint "invitations_token"`,
    );
  });

  it.each<[string, unknown]>([
    ["within another error", new Error("The invitation was not made.", { cause: failed() })],
    ["among others", new AggregateError([new Error("one"), failed()], "Some parts did not end.")],
    ["whose value another error took into its words", new Error(`No place for ${token}`, { cause: failed() })],
    ["with a stack in the value", new DrizzleQueryError(statement, [`x\n    at ${token} (a.ts:1:1)`], ofDatabase())],
  ])("%s", (_, error) => {
    expectSafe(JSON.stringify(describeError(error)));
    expectSafe(tellError(error));
    const safe = toSafeError(error);
    expectSafe(`${safe.message} ${safe.stack} ${JSON.stringify(safe)}`);
  });

  it("that quotes invalid data says only what kind of error it is", () => {
    const quoting = ofDatabase({ code: "22P02", message: `invalid input syntax for type uuid: "${token}"` });
    expect(tellError(quoting)).toBe("The database refused the data (22P02).");
  });
});

describe("the log", () => {
  it.each<[string, (log: ReturnType<typeof createLogger>) => void]>([
    ["as err", (log) => log.error({ err: failed() }, "request failed")],
    ["by itself", (log) => log.error(failed())],
    ["without words of ours", (log) => log.error({ err: failed() })],
    ["under another name", (log) => log.warn({ reason: failed(), facts: [{ inner: failed() }] }, "sign-in")],
    ["from a child", (log) => log.child({ part: "jobs" }).error({ err: failed() }, "job failed")],
  ])("contains no value of a failed statement, given %s", (_, call) => {
    expectSafe(write(call));
  });

  it("contains none if a library logs only the error's message", () => {
    const text = write((log) => log.warn({ facts: [failed().message] }, `sign-in: ${failed().message}`));
    expect(text).toContain("Failed query: insert into");
    expect(text).not.toContain(token);
  });

  it("contains other errors in full", () => {
    const text = write((log) => log.error({ err: new Error("The disk is gone."), path: "/data" }, "not written"));
    expect(JSON.parse(text)).toMatchObject({
      msg: "not written",
      path: "/data",
      err: { type: "Error", message: "The disk is gone.", stack: expect.stringContaining("safe-error.test.ts") },
    });
  });
});
