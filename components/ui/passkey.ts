import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";

// Passkey operations of browsers. The library converts bytes and text; it loads on first use.

const library = () => import("@simplewebauthn/browser");

/** Preloads what a press needs. A failed load is retried by the press. */
export function loadPasskeysAhead(): void {
  library().catch(() => undefined);
}

/** Why a passkey operation failed, in a sentence. */
export class PasskeyRefusal extends Error {}

/**
 * Signs with a passkey.
 * @throws PasskeyRefusal
 */
export async function signWithPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await loaded();
  try {
    return await startAuthentication({ optionsJSON: options });
  } catch (error) {
    throw new PasskeyRefusal(whySigningFailed(error));
  }
}

/** Whether the browser can suggest passkeys in a field. */
export async function suggestsPasskeys(): Promise<boolean> {
  try {
    return (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false;
  } catch {
    return false; // a browser that cannot say has a button next to the field
  }
}

/**
 * Suggests passkeys in the field whose `autocomplete` ends with `webauthn`.
 * @returns null once the signal or the browser ends it
 */
export async function suggestPasskeys(
  options: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal,
): Promise<AuthenticationResponseJSON | null> {
  const part = await library().catch(() => null);
  if (!part || signal.aborted) return null;
  const end = () => part.WebAuthnAbortService.cancelCeremony();
  signal.addEventListener("abort", end, { once: true });
  try {
    const response = await part.startAuthentication({ optionsJSON: options, useBrowserAutofill: true });
    return signal.aborted ? null : response;
  } catch {
    return null; // the person did not ask for anything, so there is nothing to report
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/**
 * Creates a passkey in the browser.
 * @throws PasskeyRefusal
 */
export async function makePasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await loaded();
  try {
    return await startRegistration({ optionsJSON: options });
  } catch (error) {
    throw new PasskeyRefusal(whyMakingFailed(error));
  }
}

async function loaded() {
  const part = await library().catch(() => null);
  if (!part)
    throw new PasskeyRefusal("What passkeys need could not be fetched. Try again once the server answers.");
  if (!part.browserSupportsWebAuthn())
    throw new PasskeyRefusal("This browser has no passkeys here. Use another browser, or another way.");
  return part;
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "");

function whySigningFailed(error: unknown): string {
  switch (nameOf(error)) {
    case "NotAllowedError":
    case "AbortError":
      return "Your passkey did not sign: you cancelled, it took too long, or it is not on this device. Try again.";
    case "SecurityError":
      return "The browser refuses passkeys at this address. Open Countersign at its own address.";
    default:
      return "Your browser could not use the passkey. Try again, or use another one.";
  }
}

function whyMakingFailed(error: unknown): string {
  switch (nameOf(error)) {
    case "InvalidStateError":
      return "This device already has a passkey of yours for Countersign.";
    case "NotAllowedError":
    case "AbortError":
      return "No passkey was made: you cancelled, or it took too long. Try again.";
    case "ConstraintError":
    case "NotSupportedError":
      return "This device cannot make a passkey that asks for a fingerprint, a face or a PIN. Use another one.";
    case "SecurityError":
      return "The browser refuses passkeys at this address. Open Countersign at its own address.";
    default:
      return "Your browser could not make a passkey. Try again, or use another device.";
  }
}
