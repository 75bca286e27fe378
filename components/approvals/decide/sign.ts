import { beginSigning } from "@/lib/approvals/signing/actions";
import type { BeginSigning } from "@/lib/approvals/signing/types";
import type { DecideResult } from "@/lib/approvals/types";
import type { PasskeyResponse } from "@/lib/auth/passkeys/types";

// Most approvals need no signature, so a browser loads this code only when one may.
const passkeys = () => import("@/components/ui/passkey");

/** Preloads what a signature needs. A failed load is retried by the press. */
export function loadSigningAhead(): void {
  passkeys()
    .then((part) => part.loadPasskeysAhead())
    .catch(() => undefined);
}

/** Called while the browser asks for the passkey. */
export type TellSigning = (signing: boolean) => void;

/**
 * Sends an approval, signed with a passkey if required. An edit may match another policy: if the
 * server then asks for a signature, sends it again.
 */
export async function sendSigned(
  { needed, about, tell }: { needed: boolean; about: BeginSigning; tell: TellSigning },
  send: (passkey?: PasskeyResponse) => Promise<DecideResult>,
): Promise<DecideResult> {
  if (!needed) {
    const result = await send();
    if (result.ok || result.fields?.passkey === undefined) return result;
  }
  const asked = await beginSigning(about);
  if (!asked.ok) return asked;
  tell(true);
  const { PasskeyRefusal, signWithPasskey } = await passkeys();
  try {
    const passkey = await signWithPasskey(asked.options);
    tell(false);
    return await send(passkey);
  } catch (error) {
    if (!(error instanceof PasskeyRefusal)) throw error;
    return { ok: false, code: "NOT_SIGNED", message: `${error.message} Nothing was recorded.` };
  }
}
