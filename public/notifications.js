// Shows push messages and notifications, and a page that says so when there is no connection. It caches only that page.
const OFFLINE_CACHE = "offline-1";
const OFFLINE_PAGE = "/offline.html";
const OFFLINE_FILES = [OFFLINE_PAGE, "/offline.css", "/icon.svg"];

self.addEventListener("install", (event) => {
  self.skipWaiting();
  // Without the page, the browser's own message is shown.
  event.waitUntil(
    caches
      .open(OFFLINE_CACHE)
      .then((cache) => cache.addAll(OFFLINE_FILES))
      .catch(() => undefined),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  await self.registration.navigationPreload?.enable();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== OFFLINE_CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(page(event));
  // What the offline page itself shows.
  else if (origin === self.location.origin && OFFLINE_FILES.includes(pathname))
    event.respondWith(fetch(request).catch(() => kept(pathname)));
});

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return kept(OFFLINE_PAGE);
  }
}

async function kept(pathname) {
  return (await caches.match(pathname)) ?? Response.error();
}

// Chromium forgets a notification that is shown while somebody reads which are shown: a press would then open nothing. Pages
// take the same lock.
const inTurn = (work) => navigator.locks.request("notifications", work);

self.addEventListener("push", (event) => event.waitUntil(inTurn(() => show(payloadOf(event.data)))));

/** A push that cannot be read still has to show something: browsers withdraw the permission otherwise. */
function payloadOf(data) {
  try {
    const { title, body, path, tag, until, closed, quiet } = data.json();
    return {
      title: String(title),
      body: String(body),
      path,
      tag: String(tag),
      until,
      closed: closed === true,
      quiet: quiet === true,
    };
  } catch {
    return { title: "Something waits for you", body: "", path: "/approvals", tag: "unknown", closed: false };
  }
}

async function show({ title, body, path, tag, until, closed, quiet }) {
  await closeOthers(path, tag);
  const windows = await self.clients.matchAll({ type: "window" });
  const silent = closed || quiet || windows.some(({ focused }) => focused);
  await self.registration.showNotification(title, {
    body: [body, deadline(until)].filter(Boolean).join("\n"),
    tag,
    silent,
    renotify: !silent,
    icon: "/icons/app-192.png",
    badge: "/icons/badge-96.png",
    data: { path, closed, pushed: true },
  });
  await countOpen();
}

const OF_CALL = /^\/approvals\/[^/?#]+$/;

/** Of the same call only the newest stays; an open page may have shown it, too. Lists are the page of many messages. */
async function closeOthers(path, tag) {
  if (!OF_CALL.test(path)) return;
  const shown = await self.registration.getNotifications();
  for (const one of shown) if (one.data?.path === path && one.tag !== tag) one.close();
}

/** In this device's zone, with its name. */
function deadline(until) {
  if (typeof until !== "number") return "";
  if (until <= Date.now()) return "The time to decide is over.";
  const today = new Date(until).toDateString() === new Date().toDateString();
  const day = today ? {} : { weekday: "short", day: "numeric", month: "short" };
  const form = { ...day, hour: "2-digit", minute: "2-digit", timeZoneName: "short" };
  return `Decide by ${new Intl.DateTimeFormat(undefined, form).format(until)}`;
}

/** On the app's icon: the notifications that still ask for something. An open page writes the exact number. */
async function countOpen() {
  const shown = await self.registration.getNotifications();
  const open = shown.filter(({ data }) => data?.pushed && !data.closed).length;
  await navigator.setAppBadge?.(open).catch(() => undefined);
}

// The browser replaced the address under which it gets messages, so the server has the former one.
self.addEventListener("pushsubscriptionchange", (event) => {
  const title = "Turn on push notifications again";
  const body =
    "The browser has changed how it receives them. Until then, no call is announced on this device.";
  const message = { title, body, path: "/settings/profile#push", tag: "changed", closed: false };
  event.waitUntil(inTurn(() => show(message)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data ?? {};
  event.waitUntil(Promise.all([inTurn(countOpen), open(path)]));
});

/** In a tab that is there, else in a new one. Only pages of this site. */
async function open(path) {
  if (typeof path !== "string" || !path.startsWith("/") || path.startsWith("//")) return;
  const url = new URL(path, self.location.origin).href;
  const tabs = await self.clients.matchAll({ type: "window" });
  const tab = tabs.find((one) => one.url === url) ?? tabs[0];
  if (!tab) return self.clients.openWindow(url);
  const there = await tab.focus();
  return tab.url === url ? there : there.navigate(url).catch(() => self.clients.openWindow(url));
}
