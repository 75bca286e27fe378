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
  await navigator.serviceWorker.register(WORKER);
  const worker = await navigator.serviceWorker.ready;
  await worker.showNotification(title, {
    body: options.body,
    tag: options.tag,
    icon: "/icon.svg",
    data: { path: options.path },
  });
}
