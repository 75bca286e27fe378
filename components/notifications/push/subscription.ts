import { isInstalled, notificationWorker } from "@/components/shell/notifications/browser";
import type { Subscription } from "@/lib/channels/push/types";

// What a browser knows of its push subscription, and how it gets one.

export type Support = "supported" | "install" | "unsupported";

/** `install`: iPhones and iPads receive push in apps on the home screen only. */
export function supportNow(): Support {
  if ("PushManager" in window && "serviceWorker" in navigator && "Notification" in window) return "supported";
  return isApple() && !isInstalled() ? "install" : "unsupported";
}

/** iPads say that they are Macs, but only they have touch. */
function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** This browser's subscription; null without one. Registers nothing. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/**
 * Subscribes this browser under the key of the installation.
 * @throws DOMException if its push service does not answer
 */
export async function subscribe(publicKey: string): Promise<Subscription> {
  const worker = await notificationWorker();
  const before = await worker.pushManager.getSubscription();
  // A subscription is bound to its key.
  if (before && keyOf(before) !== publicKey) await before.unsubscribe();
  const { endpoint, keys } = (
    await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  ).toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
}

export async function unsubscribe(): Promise<void> {
  await (await ownSubscription())?.unsubscribe();
}

function keyOf({ options: { applicationServerKey: key } }: PushSubscription): string | null {
  if (!key) return null;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
