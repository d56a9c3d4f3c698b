import type { BrowserContext, Page } from "@playwright/test";

/** Gives pages the settings of another build by replacing them in its scripts. */
export async function embedSettings(pages: Page | BrowserContext, settings: Record<string, string>): Promise<void> {
  await pages.route(/\/assets\/.*\.js$/, async (route) => {
    const response = await route.fetch();
    let body = await response.text();
    for (const [name, value] of Object.entries(settings))
      body = body.replaceAll(new RegExp(`${name}:("[^"]*"|\`[^\`]*\`)`, "g"), () => `${name}:${JSON.stringify(value)}`);
    await route.fulfill({ response, body });
  });
}
