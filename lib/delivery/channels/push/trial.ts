import "server-only";
import { keysOf, PROBLEMS } from "@/lib/channels/push/keys";
import { read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { createPoster } from "../../post";
import { type Device, type DeviceResult, PUSH_SERVICE } from "./devices";
import { PUSH_ANSWER_MS } from "./limits";
import type { RenderedPush } from "./render";
import { pushTo } from "./send";

const TRIAL_SECONDS = 600;

const TRIAL: RenderedPush = {
  payload: {
    title: "Push notifications work",
    body: "Calls that wait for you arrive like this.",
    path: "/settings/profile#push",
    tag: "test",
    until: null,
    closed: false,
    quiet: false,
  },
  ttlSeconds: TRIAL_SECONDS,
  urgency: "high",
  topic: "test",
};

export type TrialResult = { id: string; name: string; outcome: DeviceResult["outcome"]; words: string };

/**
 * Sends a test to the caller's devices, or to one of them.
 * @returns what each push service answered
 * @throws DomainError NOT_FOUND without a device, CONFLICT without usable keys
 */
export async function tryDevices(
  scope: UserScope,
  { id }: { id?: string },
): Promise<{ results: TrialResult[] }> {
  const { devices, sealed } = await read(scope, async (tx) => ({
    devices: await tx.pushDevice.findMany({
      where: { userId: scope.actor.id, ...(id === undefined ? {} : { id }) },
      orderBy: { id: "desc" },
    }),
    sealed: (await tx.channelSetting.findUnique({ where: { channel: "push" } }))?.sealed ?? null,
  }));
  if (devices.length === 0)
    throw new DomainError("NOT_FOUND", "You have no device with push notifications. Nothing was sent.");
  const keys = keysOf(sealed);
  if (typeof keys === "string")
    throw new DomainError(
      "CONFLICT",
      keys === "none" ? "There are no push keys. Nothing was sent." : PROBLEMS[keys],
    );
  const poster = createPoster({ allow: env().pushAllowCidrs, words: PUSH_SERVICE, answerMs: PUSH_ANSWER_MS });
  try {
    const results = await pushTo(devices satisfies Device[], TRIAL, keys, { post: poster.post });
    return {
      results: results.map(({ device, outcome, words }) => ({
        ...{ id: device.id, name: device.name, outcome, words },
      })),
    };
  } finally {
    await poster.close();
  }
}
