import { mutate } from "../../packages/scans/src/testing/fuzz/mutate.ts";
import type { Schema, Target } from "./api-targets.ts";
import type { KnownValues } from "./known-values.ts";

export interface FuzzRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  readonly params: Readonly<Record<string, string>>;
  /** The faults it contains, for the report; empty for a call that should succeed. */
  readonly faults: readonly string[];
}

export interface Sender {
  readonly headers: Readonly<Record<string, string>>;
  readonly userId: string | null;
  readonly email: string;
  readonly password: string;
}

export interface Sources {
  /** Values of the sender's world. */
  readonly own: KnownValues;
  /** Values of a team unrelated to the sender. */
  readonly foreign: KnownValues;
  readonly random: () => number;
}

/** Valid input for one call. Whatever is missing is chosen at random. */
export interface GoodCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const faultyShare = 0.5;
const words = ["Hall", "North wing", "Look at the door", "straße", "日本語", "a b c", "x"];
const hugeText = "x".repeat(200_000);
const strangeTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\u{1f3db}\u200d\u202e",
  "\ud800",
  "a\udfffb",
  "%00",
  "../../etc/passwd",
  "' or 1=1 --",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "\r\nset-cookie: x=1",
  "null",
  "-1",
  "9".repeat(400),
  "__proto__",
  hugeText,
];
const strangeValues: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  [],
  {},
  [null],
  [[]],
  { toString: "x" },
  Array.from({ length: 3_000 }, (_, index) => index),
  "0194f5b0-1c3d-7abc-8def-0123456789ab",
  "2026-13-45T99:99:99Z",
];
/** Encoded values for one path segment. */
const strangeSegments = [
  "0",
  "%00",
  "a%00b",
  "%ED%A0%80",
  "%ff",
  "%zz",
  "%",
  "..%2f..%2fetc",
  "%2e%2e",
  "x".repeat(290),
  "x".repeat(2_000),
  "%F0%9F%8F%9B",
  "0194f5b0-1c3d-7abc-8def-0123456789ab",
  "__proto__",
  "null",
];
const strangeTypes = [
  "",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/json; charset=utf-16",
  "application/octet-stream",
  "a/b; c",
  "*/*",
];
const strangeHeaders: readonly Readonly<Record<string, string>>[] = [
  { cookie: 'session=x; __Host-x=%zz; a="' },
  { cookie: "x".repeat(6_000) },
  { authorization: "Bearer bp_nobody" },
  { authorization: "Bearer " },
  { authorization: "Basic Og==" },
  { "x-firebase-appcheck": "a.b.c" },
  { origin: "https://elsewhere.example" },
  { origin: "null" },
  { range: "bytes=9999999999-1" },
  { "if-none-match": '"x", *' },
  { "accept-encoding": "br;q=x, gzip;q=-1, ,,*" },
  { "content-encoding": "gzip" },
  { "x-http-method-override": "DELETE" },
  { "x-goog-upload-protocol": "resumable", "x-goog-upload-command": "start" },
  { "x-goog-upload-command": "upload, finalize", "x-goog-upload-offset": "-1" },
  { "last-event-id": "\u00ff" },
  { "user-agent": "x".repeat(3_000) },
];

export function makeRequest(
  target: Target,
  sender: Sender,
  sources: Sources,
  { good = {}, isFaultless = false }: { good?: GoodCall; isFaultless?: boolean } = {},
): FuzzRequest {
  const { random } = sources;
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const faultCount = !isFaultless && random() < faultyShare ? 1 + Math.floor(random() ** 2 * 3) : 0;
  const faults: string[] = [];

  const params = { ...chooseParams(target, sender, sources), ...good.params };
  const isGood = Object.keys(good).length > 0;
  const segments: Record<string, string> = {};
  for (const [name, value] of Object.entries(params)) segments[name] = encodeURIComponent(value);
  const query: [string, string][] = Object.entries(good.query ?? {});
  for (const [name, schema] of Object.entries(target.query)) {
    if (isGood) break;
    if (random() < 0.5 || target.rawBody !== undefined) {
      query.push([name, String(sampleField(name, schema, sender, sources, params))]);
    }
  }
  let json: unknown = good.body ?? (target.body === null ? undefined : sample(target.body, sender, sources, params));
  let headers: Record<string, string> = { ...sender.headers, ...target.headers, ...good.headers };
  const raw = target.rawBody?.(random);
  let body: Buffer | null = raw?.bytes ?? null;
  if (raw !== undefined) headers["content-type"] = raw.type;
  else if (json !== undefined) headers["content-type"] = "application/json";
  let mutateText = false;
  let method = target.method;

  for (let fault = 0; fault < faultCount; fault++) {
    const kinds = ["header", "query", ...(target.params.length > 0 ? ["param", "foreign", "param"] : [])];
    if (json !== undefined)
      kinds.push("field", "field", "field", "field", "missing", "extra", "type", "bytes", "depth");
    if (body !== null) kinds.push("type", "bytes");
    const kind = pick(kinds);
    faults.push(kind);
    switch (kind) {
      case "param":
        segments[pick(target.params)] = pick(strangeSegments);
        break;
      case "foreign": {
        const param = pick(target.params);
        const id = sources.foreign.findId(param, random)?.id;
        if (id !== undefined) segments[param] = encodeURIComponent(id);
        break;
      }
      case "query": {
        const names = [...Object.keys(target.query), "cursor", "limit", "__proto__"];
        const value = pick(strangeTexts).toWellFormed().slice(0, 4_000);
        const name = pick(names);
        query.push([name, value]);
        if (random() < 0.3) query.push([name, value]);
        break;
      }
      case "header":
        headers = { ...headers, ...pick(strangeHeaders) };
        if (random() < 0.05) method = pick(["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "POST"]);
        break;
      case "field":
        json = replaceSomewhere(json, () => (random() < 0.5 ? pick(strangeTexts) : pick(strangeValues)), random);
        break;
      case "missing":
        json = removeSomewhere(json, random);
        break;
      case "extra":
        json = addSomewhere(json, pick(["__proto__", "constructor", "id", "teamId", "isOperator", "extra"]), random);
        break;
      case "type":
        headers["content-type"] = pick(strangeTypes);
        break;
      case "bytes":
        mutateText = true;
        break;
      case "depth":
        json = pick([
          () => nest(5_000),
          () => ({ list: Array.from({ length: 20_000 }, () => ({})) }),
          () => ({ text: "y".repeat(2_000_000) }),
        ])();
        break;
    }
  }

  if (raw === undefined && json !== undefined) body = Buffer.from(toJson(json));
  if (mutateText && body !== null) body = Buffer.from(mutate(new Uint8Array(body), random));
  if (headers["content-type"] === "") delete headers["content-type"];
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
  const path = target.path.replace(/\{(\w+)\}/g, (_, name: string) => segments[name] ?? "");
  return { method, path: search === "" ? path : `${path}?${search}`, headers, body, params, faults };
}

function chooseParams(target: Target, sender: Sender, { own, random }: Sources): Record<string, string> {
  const params: Record<string, string> = {};
  // The innermost first: its parents follow from it.
  for (const param of target.params.toReversed()) {
    if (params[param] !== undefined) continue;
    if (param === "objectName")
      params[param] = String(own.findValue("fullPath", random) ?? own.findValue("name", random));
    else if (param === "bucket") params[param] = "blueprint-local";
    else if (param === "uid" && sender.userId !== null && random() < 0.8) params[param] = sender.userId;
    else {
      const known = own.findId(param, random);
      params[param] = known?.id ?? seededUuid(random);
      for (const [outer, id] of Object.entries(known?.within ?? {})) {
        if (target.params.includes(outer)) params[outer] ??= id;
      }
    }
  }
  return params;
}

type Params = Readonly<Record<string, string>>;

/** A value that satisfies the schema as far as it is specified. */
function sample(schema: Schema, sender: Sender, sources: Sources, params: Params): unknown {
  const { random } = sources;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices !== undefined) return sample(choices[Math.floor(random() * choices.length)]!, sender, sources, params);
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map((part) => sample(part, sender, sources, params)));
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[Math.floor(random() * schema.enum.length)];
  const type = Array.isArray(schema.type) ? schema.type[Math.floor(random() * schema.type.length)] : schema.type;
  switch (type) {
    case "object": {
      const made: Record<string, unknown> = {};
      for (const [name, part] of Object.entries(schema.properties ?? {})) {
        const isNeeded = schema.required?.includes(name) ?? false;
        if (isNeeded || random() < 0.5) made[name] = sampleField(name, part, sender, sources, params);
      }
      return made;
    }
    case "array": {
      const count = Math.max(schema.minItems ?? 0, Math.floor(random() * 3));
      return Array.from({ length: count }, () => sample(schema.items ?? {}, sender, sources, params));
    }
    case "integer":
    case "number": {
      const from = Math.max(schema.minimum ?? 0, -1_000);
      return Math.min(schema.maximum ?? Number.POSITIVE_INFINITY, from + Math.floor(random() * 5));
    }
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    case "string":
      return sampleText(schema, random);
    default:
      return {};
  }
}

function sampleField(name: string, schema: Schema, sender: Sender, sources: Sources, params: Params): unknown {
  const { own, random } = sources;
  if (name === "password" || name === "currentPassword")
    return random() < 0.85 ? sender.password : "not the one at all";
  if (name === "newPassword") return "another quiet corner table";
  if (name === "email" || name === "addresses") {
    return random() < 0.3 ? sender.email : `fuzz-${Math.floor(random() * 1e9)}@example.org`;
  }
  if (name === "fileName") return "scan.ply";
  if (name === "endpoint") return "https://fcm.googleapis.com/fcm/send/fuzz";
  if (name === "url" && schema.type === "string") return "https://hooks.example.org/fuzz";
  if (name === "timeZone") return "Europe/Berlin";
  if (name === "name" && params.bucket !== undefined) {
    return `teams/${own.findId("teamId", random)?.id}/media/${seededUuid(random)}`;
  }
  if (name === "prefix") return `teams/${own.findId("teamId", random)?.id}/media/`;
  if (name === "token") return own.findId("token", random)?.id ?? "x".repeat(43);
  if (/Ids?$/.test(name)) {
    const id = own.findId(name.replace(/s$/, ""), random)?.id ?? own.findId("userId", random)?.id;
    if (schema.type === "array") return id === undefined ? [] : [id];
    if (id !== undefined && random() < 0.9) return id;
  }
  const learnt = random() < 0.6 ? own.findValue(name, random) : undefined;
  return learnt !== undefined && typeof learnt === typeOf(schema) ? learnt : sample(schema, sender, sources, params);
}

function typeOf({ type, properties }: Schema): string {
  if (properties !== undefined) return "object";
  return type === "integer" ? "number" : String(type);
}

function sampleText({ format, pattern = "", minLength = 0 }: Schema, random: () => number): string {
  if (format === "uuid") return seededUuid(random);
  if (format === "email") return `fuzz-${Math.floor(random() * 1e9)}@example.org`;
  if (format === "uri") return "https://hooks.example.org/fuzz";
  if (format === "date-time") return "2026-11-23T12:00:00.000Z";
  if (format === "date" || pattern.includes("\\d{4}-")) return "2026-11-23";
  if (pattern.includes(":")) return "08:00";
  if (pattern.includes("{6}")) return "ABC123";
  return (words[Math.floor(random() * words.length)] ?? "").padEnd(minLength, "a");
}

/** Version 4, from the run's own numbers. */
function seededUuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

type Path = (string | number)[];

function listPaths(value: unknown, path: Path = [], found: Path[] = []): Path[] {
  found.push(path);
  if (typeof value === "object" && value !== null && path.length < 6) {
    for (const name of Object.keys(value).slice(0, 50))
      listPaths((value as Record<string, unknown>)[name], [...path, name], found);
  }
  return found;
}

function changeAt(value: unknown, path: Path, change: (inner: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === name ? changeAt(one, rest, change) : one));
  const entries = Object.entries(value as object).map(([key, one]) => [
    key,
    key === name ? changeAt(one, rest, change) : one,
  ]);
  return Object.fromEntries(entries);
}

function pickPath(value: unknown, random: () => number): Path {
  const paths = listPaths(value);
  return paths[Math.floor(random() * paths.length)] ?? [];
}

function replaceSomewhere(value: unknown, make: () => unknown, random: () => number): unknown {
  return changeAt(value, pickPath(value, random), make);
}

function removeSomewhere(value: unknown, random: () => number): unknown {
  const path = pickPath(value, random);
  const last = path.at(-1);
  if (last === undefined) return value;
  return changeAt(value, path.slice(0, -1), (inner) =>
    Array.isArray(inner)
      ? inner.filter((_, index) => String(index) !== last)
      : Object.fromEntries(Object.entries(inner as object).filter(([name]) => name !== last)),
  );
}

function addSomewhere(value: unknown, name: string, random: () => number): unknown {
  return changeAt(value, pickPath(value, random), (inner) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries([...Object.entries(inner), [name, { isOperator: true }]])
      : inner,
  );
}

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Like `JSON.stringify`, but for deeper nesting than it supports. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    return `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
  }
}
