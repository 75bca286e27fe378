/** A browser's subscription, as `PushSubscription.toJSON` returns it; bytes as base64url. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** `publicKey`: the VAPID key it was made for; a push service accepts only that one. */
export type StoredSubscription = Subscription & { publicKey: string };

export type PushDeviceInfo = {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Whether it was added in the session that asks. */
  current: boolean;
  /** Added under other keys: nothing can be sent until it is added again. */
  stale: boolean;
};

/** Why no key is in force. */
export type KeysProblem = "mismatch" | "unreadable";

/** Which VAPID keys are in force, without the private one. */
export type KeysFacts = {
  source: "environment" | "stored" | "none";
  publicKey: string | null;
  problem: KeysProblem | null;
  subject: string;
  changedAt: Date | null;
  changedByName: string | null;
  /** Devices of all people. */
  devices: number;
  /** People with at least one. */
  people: number;
};

export const DEVICES_MAX = 20;
