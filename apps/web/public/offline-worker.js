// Keeps the editor's page, its code and what the page asks first, so that a reload without a connection still opens the
// room; the document itself is in IndexedDB. Only pages below its scope (/blueprint-editor/) ever meet this worker, and
// it answers from what it kept only where the network does not answer at all.
const pages = "blueprint-editor-pages";
const code = "blueprint-editor-code";
/** Of the person who was signed in last; signing out takes it away. */
const answers = "blueprint-editor-answers";
const pageKey = "/blueprint-editor/";
const sessionPath = "/api/session";
const answerPath = /^\/api\/blueprints\/[0-9a-f-]+(\/scans)?$/;
const codePath = /^\/(assets\/.+|theme\.js|favicon\.svg)$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// A page that was there before its worker says what it had loaded by then.
self.addEventListener("message", (event) => {
  if (!Array.isArray(event.data?.loaded)) return;
  event.waitUntil(
    Promise.all(
      event.data.loaded.map((url) => {
        const { origin, pathname } = new URL(url, self.location.href);
        return origin === self.location.origin ? keepAgain(pathname).catch(() => null) : null;
      }),
    ),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(request));
  else if (codePath.test(pathname)) event.respondWith(loadCode(request, pathname));
  else if (pathname === sessionPath || answerPath.test(pathname)) event.respondWith(ask(request, pathname));
});

async function openPage(request) {
  const kept = await caches.open(pages);
  try {
    const response = await fetch(request);
    if (response.status === 200 && !response.redirected) await keepPage(response.clone());
    return response;
  } catch (error) {
    const page = await kept.match(pageKey);
    if (page === undefined) throw error;
    return page;
  }
}

/** The code of another version is of no use to this page: it goes when the page does. */
async function keepPage(response) {
  const kept = await caches.open(pages);
  const [before, text] = [await (await kept.match(pageKey))?.text(), await response.clone().text()];
  if (before !== undefined && before !== text) await caches.delete(code);
  await kept.put(pageKey, response);
}

/** What lies under /assets/ has a hash of its content in its name and never changes. */
async function loadCode(request, pathname) {
  const kept = await caches.open(code);
  const found = await kept.match(pathname);
  if (found !== undefined && pathname.startsWith("/assets/")) return found;
  try {
    const response = await fetch(request);
    if (response.status === 200) await kept.put(pathname, response.clone());
    return response;
  } catch (error) {
    if (found === undefined) throw error;
    return found;
  }
}

async function ask(request, pathname) {
  try {
    const response = await fetch(request);
    if (response.status === 200) await keepAnswer(pathname, response.clone());
    // What may not be seen any more is not shown without a connection either.
    else if (response.status < 500) await (await caches.open(answers)).delete(pathname);
    return response;
  } catch (error) {
    const found = await (await caches.open(answers)).match(pathname);
    if (found === undefined) throw error;
    return found;
  }
}

async function keepAnswer(pathname, response) {
  if (pathname === sessionPath) {
    const before = await (await (await caches.open(answers)).match(pathname))?.json();
    const uid = (await response.clone().json()).me?.profile?.uid;
    // Nobody finds what another person had open.
    if (uid === undefined || uid !== before?.me?.profile?.uid) await caches.delete(answers);
    if (uid === undefined) return;
  }
  await (await caches.open(answers)).put(pathname, response);
}

async function keepAgain(pathname) {
  if (pathname.startsWith(pageKey)) {
    const response = await fetch(pathname);
    if (response.status === 200 && !response.redirected) await keepPage(response);
  } else if (codePath.test(pathname)) {
    await loadCode(new Request(pathname), pathname);
  } else if (pathname === sessionPath || answerPath.test(pathname)) {
    await ask(new Request(pathname, { credentials: "include" }), pathname);
  }
}
