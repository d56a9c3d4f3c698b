import { serializerCompiler } from "fastify-type-provider-zod";
import { z } from "zod";
import { LastingAnswer, WrittenAnswer } from "./answer-memory.ts";

type SerializerCompiler = typeof serializerCompiler;

/**
 * Serializes answers. zod rebuilds every answer, twice when it checks lengths or texts; most answers already match
 * their schema exactly, which takes a fraction of that to find out. Any other answer goes through zod, which drops what
 * the schema does not name or rejects the whole. Cached answers are sent as they are.
 */
export const answerSerializerCompiler: SerializerCompiler = (route) => {
  const writeByZod = serializerCompiler(route);
  const isExactly = route.schema instanceof z.core.$ZodType ? compileExactCheck(route.schema) : null;
  const write = (answer: unknown) => (isExactly?.(answer) ? JSON.stringify(answer) : writeByZod(answer));
  return (answer: unknown) => {
    if (answer instanceof WrittenAnswer) return answer.text;
    return answer instanceof LastingAnswer ? answer.write(write) : write(answer);
  };
};

type Check = (value: unknown) => boolean;

/** Returns a check whether zod would output a value unchanged. @returns null for schemas it cannot check */
export function compileExactCheck(schema: z.core.$ZodType): Check | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const hasChecks = (def.checks ?? []).length > 0;
  switch (def.type) {
    case "string":
      return compileStringCheck(def);
    case "number":
      return "format" in def ? null : compileValueCheck(Number.isFinite, def.checks);
    case "boolean":
      return hasChecks ? null : (value) => typeof value === "boolean";
    case "null":
      return (value) => value === null;
    case "literal":
    case "enum": {
      const values = schema._zod.values;
      return values === undefined || hasChecks ? null : (value) => values.has(value as z.core.util.Primitive);
    }
    case "nullable":
    case "optional": {
      const empty = def.type === "nullable" ? null : undefined;
      const isInner = compileExactCheck(def.innerType);
      return isInner === null || hasChecks ? null : (value) => value === empty || isInner(value);
    }
    case "array": {
      const isElement = compileExactCheck(def.element);
      return isElement === null || hasChecks ? null : (value) => Array.isArray(value) && value.every(isElement);
    }
    case "record": {
      const isValue = compileExactCheck(def.valueType);
      const isAnyKey = def.keyType._zod.def.type === "string" && (def.keyType._zod.def.checks ?? []).length === 0;
      if (isValue === null || !isAnyKey || hasChecks || "format" in def.keyType._zod.def) return null;
      return (value) => isRecord(value) && Object.values(value).every(isValue);
    }
    case "object":
      return def.catchall !== undefined || hasChecks ? null : compileObjectCheck(def.shape);
    default:
      // Transformations, defaults, and unions, of which zod takes the first that fits.
      return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function compileStringCheck(def: z.core.$ZodStringDef): Check | null {
  const isString: Check = (value) => typeof value === "string";
  if (!("format" in def)) return compileValueCheck(isString, def.checks);
  const { format, pattern } = def as z.core.$ZodStringFormatDef;
  if (format !== "uuid" || pattern === undefined || (def.checks ?? []).length > 0) return null;
  return (value) => typeof value === "string" && pattern.test(value);
}

/** For a single value: all of its checks pass, and none of them changes it. */
function compileValueCheck(isKind: Check, checks: z.core.$ZodCheck<never>[] = []): Check {
  if (checks.length === 0) return isKind;
  if (checks.length === 1 && isSafeIntegerCheck(checks[0])) return Number.isSafeInteger;
  return (value) => {
    if (!isKind(value)) return false;
    const payload = { value, issues: [] };
    // An asynchronous check cannot be awaited here.
    for (const check of checks) if (check._zod.check(payload as never) instanceof Promise) return false;
    return payload.issues.length === 0 && payload.value === value;
  };
}

function isSafeIntegerCheck(check: z.core.$ZodCheck<never> | undefined): boolean {
  const def = check?._zod.def;
  return def !== undefined && "format" in def && def.format === "safeint";
}

function compileObjectCheck(shape: Readonly<Record<string, z.core.$ZodType>>): Check | null {
  const checks: [name: string, check: Check][] = [];
  for (const [name, schema] of Object.entries(shape)) {
    const check = compileExactCheck(schema);
    if (check === null) return null;
    checks.push([name, check]);
  }
  return (value) => {
    if (!isRecord(value)) return false;
    let known = 0;
    for (const [name, check] of checks) {
      const property = value[name];
      if (!check(property)) return false;
      if (property !== undefined || name in value) known++;
    }
    // Fields outside the schema must not be sent.
    for (const _ in value) known--;
    return known === 0;
  };
}
