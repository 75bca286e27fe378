import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { askPermission, type Permission, permissionNow } from "@/components/shell/notifications/browser";
import type { ActProblem } from "@/components/ui/use-act";
import { UNREACHABLE } from "@/components/words/ui";
import {
  addDeviceAction,
  findOwnDeviceAction,
  preparePushAction,
  removeDeviceAction,
} from "@/lib/channels/push/actions";
import { ownSubscription, type Support, subscribe, supportNow, unsubscribe } from "./subscription";

type Known = {
  support: Support | "unknown";
  permission: Permission;
  /** This browser's device; null: none, or it belongs to another person. */
  id: string | null;
};

type Refused = Extract<Awaited<ReturnType<typeof preparePushAction>>, { ok: false }>;

const refusal = ({ code, message, requestId }: Refused): ActProblem => ({
  ...{ code, message, requestId, fields: {} },
});

const failure = (message: string): ActProblem => ({ code: "BROWSER", message, fields: {} });

/** Turns push on and off in this browser. */
export function useThisDevice(devices: readonly { id: string }[]) {
  const router = useRouter();
  const [known, setKnown] = useState<Known>({ support: "unknown", permission: "default", id: null });
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<ActProblem | null>(null);
  const looking = useCallback(
    () =>
      look().then(
        setKnown,
        () => setKnown({ support: "unsupported", permission: "unsupported", id: null }), // private windows
      ),
    [],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed list may hold this device, or no longer
  useEffect(() => void looking(), [looking, devices]);

  const run = async (work: () => Promise<ActProblem | null>) => {
    setPending(true);
    setProblem(await work().catch(() => failure(UNREACHABLE)));
    await looking();
    setPending(false);
    router.refresh();
  };
  return {
    ...known,
    ...{ pending, problem },
    turnOn: () => run(turnOn),
    turnOff: () => run(() => turnOff(known.id)),
  };
}

async function look(): Promise<Known> {
  const [support, permission] = [supportNow(), permissionNow()];
  if (support !== "supported") return { support, permission, id: null };
  const endpoint = (await ownSubscription())?.endpoint;
  const found = endpoint === undefined ? null : await findOwnDeviceAction({ endpoint });
  return { support, permission, id: found?.ok ? found.id : null };
}

async function turnOn(): Promise<ActProblem | null> {
  // First, because browsers ask only right after a press.
  if ((await askPermission()) !== "granted") return failure(DENIED);
  const prepared = await preparePushAction({});
  if (!prepared.ok) return refusal(prepared);
  const { publicKey } = prepared;
  const made = await subscribe(publicKey).catch((error: unknown) => error);
  if (made instanceof Error) return failure(refusedBy(made));
  const added = await addDeviceAction({
    subscription: made as Awaited<ReturnType<typeof subscribe>>,
    publicKey,
  });
  if (added.ok) return null;
  await unsubscribe();
  return refusal(added);
}

async function turnOff(id: string | null): Promise<ActProblem | null> {
  const removed = id === null ? null : await removeDeviceAction({ id });
  if (removed && !removed.ok && removed.code !== "NOT_FOUND") return refusal(removed);
  await unsubscribe();
  return null;
}

const DENIED =
  "The browser does not allow notifications for this site. Nothing was added; allow them in its site settings, then try again.";

function refusedBy({ message }: Error): string {
  return `The browser could not reach its push service (${message}). Nothing was added; check the network, or whether the browser allows push messages, then try again.`;
}
