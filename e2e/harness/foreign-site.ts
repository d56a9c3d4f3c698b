import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ForeignSite extends AsyncDisposable {
  readonly origin: string;
}

/**
 * A site on another host than the server's: browsers give its frames no cookies of the server, and storage apart.
 * @param files by path, with their content type
 * @param policy the content security policy of every file; left out, everything is allowed
 */
export async function openForeignSite(
  files: Readonly<Record<string, { readonly type: string; readonly body: string }>>,
  policy?: string,
): Promise<ForeignSite> {
  const pages = createServer((request, response) => {
    const file = files[new URL(request.url ?? "/", "http://localhost").pathname];
    if (policy !== undefined) response.setHeader("content-security-policy", policy);
    response.setHeader("content-type", file?.type ?? "text/plain");
    response.writeHead(file === undefined ? 404 : 200).end(file?.body);
  });
  await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(pages.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      pages.closeAllConnections();
      await new Promise((resolve) => pages.close(resolve));
    },
  };
}
