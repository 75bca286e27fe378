const WORKER = "/notifications.js";

export type Permission = "unsupported" | "default" | "denied" | "granted";

/**
 * What this browser permits. Phones show notifications only through a service worker, which needs a
 * secure address.
 */
export function permissionNow(): Permission {
  if (typeof Notification === "undefined" || !("serviceWorker" in navigator)) return "unsupported";
  return Notification.permission;
}

/** Asks the person, if the browser permits the question. */
export async function askPermission(): Promise<Permission> {
  if (permissionNow() === "unsupported") return "unsupported";
  const answer = await Notification.requestPermission();
  if (answer === "granted") await navigator.serviceWorker.register(WORKER);
  return answer;
}

/**
 * Shows a notification that opens one of our pages. The same tag replaces it, so that two tabs show
 * one.
 */
export async function notify(
  title: string,
  options: { body: string; tag: string; path: string },
): Promise<void> {
  if (permissionNow() !== "granted") return;
  const worker = await notificationWorker();
  // The worker's lock, and its reason (public/notifications.js).
  await navigator.locks.request("notifications", async () => {
    if (await isPushed(worker, options.path)) return;
    await worker.showNotification(title, {
      body: options.body,
      tag: options.tag,
      icon: "/icons/app-192.png",
      data: { path: options.path },
    });
  });
}

/** A push message about the same has rung already. */
async function isPushed(worker: ServiceWorkerRegistration, path: string): Promise<boolean> {
  const shown = await worker.getNotifications();
  return shown.some(({ data }) => data?.pushed && data.path === path);
}

/** The worker of this site, registered if it is not. */
export async function notificationWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER);
  return navigator.serviceWorker.ready;
}

/** Whether the page runs as an app from the home screen or the desktop. */
export function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}
