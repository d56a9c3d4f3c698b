import { Visitor } from "@swc/core/Visitor.js";

interface Walker {
  visitStatement(statement: { type: string; decls?: unknown[] }): unknown;
  visitVariableDeclarators(declarators: unknown[]): unknown[];
}

const walker = Visitor.prototype as unknown as Walker;
const visitKnownStatement = walker.visitStatement;

// swc parses `using` and `await using`, but the visitor that dependency-cruiser takes from it fails on them ("Unknown
// statement type: UsingDeclaration"). Its own switch still handles everything else.
walker.visitStatement = function visitStatement(this: Walker, statement) {
  if (statement.type !== "UsingDeclaration") return visitKnownStatement.call(this, statement);
  statement.decls = this.visitVariableDeclarators(statement.decls ?? []);
  return statement;
};
