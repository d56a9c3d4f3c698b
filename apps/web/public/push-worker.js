// Shows pushes of Blueprint and opens what they lead to. It does nothing else: no page is cached or intercepted.
self.addEventListener("push", (event) => {
  const { id, title, body, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, data: { path }, icon: "/favicon.svg" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.path ?? "/dashboard", self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then(async (windows) => {
      const open = windows.find((client) => client.url === url.href);
      if (open) await open.focus();
      else await self.clients.openWindow(url.href);
    }),
  );
});
