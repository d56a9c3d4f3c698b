import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { interactionPolicy, Provider } from "oidc-provider";

export interface ProviderPerson {
  sub: string;
  email: string;
  email_verified: boolean;
  name?: string;
}

/** A real OpenID provider in Google's place: it always shows a page to choose an account. */
export interface OpenIdProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Adds a selectable account; the same `sub` again replaces it. */
  addPerson(person: ProviderPerson): void;
  /** How often the account chooser was shown. */
  timesChosen(): number;
  close(): Promise<void>;
}

const clientId = "blueprint";
const clientSecret = "only-a-test-knows-it/+=%";

export async function startOpenIdProvider(
  redirectUri: string,
  { offersChooser = true }: { offersChooser?: boolean } = {},
): Promise<OpenIdProvider> {
  const people = new Map<string, ProviderPerson>();
  let chosen = 0;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  const policy = interactionPolicy.base();
  // The provider library supports this standard prompt only when it is registered.
  if (offersChooser) policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    jwks: { keys: [makeSigningKey()] },
    cookies: { keys: ["a key of this run"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    discovery: { prompt_values_supported: offersChooser ? ["login", "select_account"] : ["login"] },
    features: { devInteractions: { enabled: false } },
    renderError: (context, out) => {
      context.type = "text/plain";
      context.body = JSON.stringify(out);
    },
    interactions: { policy, url: (_context, interaction) => `/choose/${interaction.uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...people.get(id), sub: id }),
    }),
    // Skips consent: only the choice of the account matters here.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? "",
        accountId: oidc.session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  });

  async function choose(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "POST") {
      const sub = new URLSearchParams(await text(request)).get("account");
      const result =
        sub === null
          ? { error: "access_denied", error_description: "The person turned back." }
          : { login: { accountId: sub }, select_account: {} };
      return await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    }
    const { prompt } = await provider.interactionDetails(request, response);
    if (prompt.name === "select_account") chosen++;
    const buttons = [...people.values()].map(
      ({ sub, email }) => `<button name="account" value="${sub}">${email}</button>`,
    );
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><html lang="en"><title>Choose an account</title><h1>Choose an account</h1>
      <form method="post">${buttons.join("")}<button>Cancel</button></form></html>`);
  }

  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url === "/favicon.ico") response.writeHead(204).end();
    else if (request.url?.startsWith("/choose/")) {
      choose(request, response).catch((error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      });
    } else void answer(request, response);
  });

  return {
    issuer,
    clientId,
    clientSecret,
    addPerson: (person) => void people.set(person.sub, person),
    timesChosen: () => chosen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function makeSigningKey() {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kty: "RSA", kid: "this-run", alg: "RS256", use: "sig" };
}
