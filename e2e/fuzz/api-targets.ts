/** The subset of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
}

export interface Target {
  /** As in the report: method and path, with parameters in braces. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly params: readonly string[];
  readonly query: Readonly<Record<string, Schema>>;
  readonly body: Schema | null;
  /** Bytes or text instead of JSON. */
  readonly rawBody?: (random: () => number) => { readonly type: string; readonly bytes: Buffer };
  readonly headers?: Readonly<Record<string, string>>;
  readonly isOperators: boolean;
  /** Whether bad input can be refused: it takes a parameter, or is not public. */
  readonly canRefuse: boolean;
  /** Answers with a stream that never ends by itself. */
  readonly isStream: boolean;
  /** Why no call can succeed here; left out where one must. */
  readonly neverSucceeds?: string;
  /** Relative share of calls, 1 when left out: some keep the server busy for seconds. */
  readonly weight?: number;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const cannotSucceed: Readonly<Record<string, string>> = {
  "POST /api/teams/{teamId}/billing-portal": "payment by card is not configured",
  "POST /api/stripe/messages": "payment by card is not configured",
  "DELETE /api/me/google": "Google is not configured",
  "POST /api/operator/failed-jobs/{jobId}": "a job is given up after hours, no run lasts that long",
};
const weights: Readonly<Record<string, number>> = {
  "POST /api/sample-blueprint": 0.05,
  "POST /api/me/export": 0.1,
  "POST /api/operator/storage/orphans": 0.1,
  "PUT /api/operator/settings": 0.2,
  "POST /api/invitations/{token}/account": 0.5,
};

/** Calls that end sessions, memberships or teams can end the team that the other calls use. */
const breaking =
  /^(DELETE|PATCH) .*\/members\/|\/(leave|disabled|deletion|restore)$|^(DELETE|PATCH) \/api\/teams\/\{teamId\}$|^DELETE \/api\/me\/sessions|^POST \/api\/me\/(password|email)$|sign-out|reset-password|\/life$|^POST .*\{blueprintId\}\/transfer$/;
const breakingWeight = 0.04;
/** For calls that delete what other calls need. */
const deletingWeight = 0.4;

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const rawBodies: Readonly<Record<string, NonNullable<Target["rawBody"]>>> = {
  "PUT /api/me/photo": () => ({ type: "image/png", bytes: onePixel }),
  "POST /v0/b/{bucket}/o": () => ({
    type: "multipart/related; boundary=part",
    bytes: Buffer.from(
      '--part\r\ncontent-type: application/json\r\n\r\n{"contentType":"image/png"}\r\n--part\r\ncontent-type: image/png\r\n\r\nx\r\n--part--',
    ),
  }),
};
const text: Schema = { type: "string" };

/** Addresses missing from the OpenAPI document. */
const more: readonly (Pick<Target, "method" | "path"> & Partial<Target>)[] = [
  { method: "GET", path: "/healthz", canRefuse: false },
  { method: "GET", path: "/api/health/ready", canRefuse: false },
  { method: "GET", path: "/api/openapi.json", canRefuse: false },
  { method: "GET", path: "/.well-known/security.txt" },
  { method: "GET", path: "/api/invoices/{invoiceId}/pdf" },
  {
    method: "GET",
    path: "/v0/b/{bucket}/o",
    query: { prefix: text, delimiter: text, maxResults: text, pageToken: text },
  },
  { method: "GET", path: "/v0/b/{bucket}/o/{objectName}", query: { alt: text, token: text } },
  { method: "PATCH", path: "/v0/b/{bucket}/o/{objectName}", body: { type: "object" } },
  { method: "DELETE", path: "/v0/b/{bucket}/o/{objectName}" },
  { method: "POST", path: "/api/stripe/messages", body: { type: "object" } },
  { method: "GET", path: "/api/auth/get-session", canRefuse: false },
  {
    method: "POST",
    path: "/api/auth/sign-in/email",
    body: { type: "object", properties: { email: text, password: text }, required: ["email", "password"] },
  },
  { method: "POST", path: "/api/auth/sign-out", body: { type: "object" }, canRefuse: false },
  {
    method: "POST",
    path: "/api/auth/request-password-reset",
    body: { type: "object", properties: { email: text }, required: ["email"] },
  },
  {
    method: "POST",
    path: "/api/auth/reset-password",
    body: { type: "object", properties: { token: text, newPassword: text }, required: ["token", "newPassword"] },
  },
  { method: "GET", path: "/files/{capability}/originals/{scanId}" },
  { method: "GET", path: "/files/{capability}/deliveries/{scanId}/1/preview.webp" },
  { method: "GET", path: "/files/{capability}/media/{teamId}/{fileId}" },
];

export function readTargets(openApi: OpenApi): Target[] {
  const described = Object.entries(openApi.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => toTarget(method.toUpperCase(), path, operation)),
  );
  const known = new Set(described.map(({ name }) => name));
  const others = more.map((target) => ({ ...toTarget(target.method, target.path, {}), ...target }));
  return [...described, ...others.filter(({ name }) => !known.has(name))];
}

function toTarget(method: string, path: string, { description = "", parameters = [], requestBody }: Operation): Target {
  const name = `${method} ${path}`;
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param ?? "");
  const query = Object.fromEntries(parameters.filter((one) => one.in === "query").map((one) => [one.name, one.schema]));
  const body = requestBody?.content["application/json"]?.schema ?? null;
  const isOpen = description.startsWith("Open to anyone");
  const [rawBody, neverSucceeds] = [rawBodies[name], cannotSucceed[name]];
  const weight =
    weights[name] ?? (breaking.test(name) ? breakingWeight : method === "DELETE" ? deletingWeight : undefined);
  return {
    name,
    method,
    path,
    params,
    query: name === "POST /v0/b/{bucket}/o" ? { name: text } : query,
    body,
    isOperators: path.startsWith("/api/operator/"),
    canRefuse: !isOpen || params.length > 0 || body !== null || Object.keys(query).length > 0,
    isStream: path.endsWith("/events") || path.endsWith("/scan-events"),
    ...(rawBody === undefined ? {} : { rawBody }),
    ...(neverSucceeds === undefined ? {} : { neverSucceeds }),
    ...(weight === undefined ? {} : { weight }),
  };
}
