// Shows what waits for a person as a notification of the browser. It only opens pages; it caches and fetches nothing.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data ?? {};
  if (typeof path !== "string" || !path.startsWith("/")) return;
  event.waitUntil(open(new URL(path, self.location.origin).href));
});

/** In a tab that is there, else in a new one. */
async function open(url) {
  const tabs = await self.clients.matchAll({ type: "window" });
  const [tab] = tabs;
  if (!tab) return self.clients.openWindow(url);
  await tab.focus();
  return tab.navigate(url);
}
