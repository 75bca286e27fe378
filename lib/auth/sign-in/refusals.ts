import { inWords } from "@/lib/core/durations";
import type { AwayCause } from "@/lib/core/outcome";

// Error codes in the sign-in page's URL, and their texts. Codes only, because anyone can write a
// URL.

export const PASSKEY_UNKNOWN = "passkey-unknown";

export const PASSKEY_COPIED = "passkey-copied";

const AWAY: Record<AwayCause, { code: string; text: string }> = {
  busy: {
    code: "database-busy",
    text: "The database is busy. You are not signed in; try again shortly.",
  },
  full: {
    code: "database-full",
    text: "The database cannot write: its disk is full. You are not signed in; ask an operator to make room.",
  },
  "read only": {
    code: "database-read-only",
    text: "The database takes no writes: it is a standby, or its disk is read-only. You are not signed in; try again, or ask an operator.",
  },
  unreachable: {
    code: "unavailable",
    text: "The database cannot be reached at the moment. You are not signed in; try again shortly.",
  },
};

export const awayCode = (cause: AwayCause): string => AWAY[cause].code;

const TEXTS: Record<string, string> = {
  ...Object.fromEntries(Object.values(AWAY).map(({ code, text }) => [code, text])),
  [PASSKEY_UNKNOWN]:
    "This passkey opens no account here: it may have been removed, or it took too long. You are not signed in; try again, or sign in another way.",
  [PASSKEY_COPIED]:
    "The counter of this passkey went backwards, so there may be a copy of it. You are not signed in; sign in another way, remove it in your profile, and notify an administrator.",
  "passkey-off":
    "Signing in with a passkey is switched off here. You are not signed in; sign in another way.",
  "passkey-cancelled": "No passkey was chosen. You are not signed in; try again, or sign in another way.",
  "passkey-unsupported": "This browser has no passkeys. You are not signed in; sign in another way.",
  CredentialsSignin:
    "The e-mail address or the password is wrong. You are not signed in; check both and try again.",
  OAuthSignin:
    "The sign-on provider could not be reached. You are not signed in; try again in a moment, or ask an administrator.",
  OAuthCallback:
    "The sign-on provider's answer was not accepted. You are not signed in; start again from this page.",
  "no-access":
    "Single sign-on worked, but your account has no access to Countersign. You are not signed in; ask an administrator to invite you or to add you to a group.",
  "email-missing":
    "The sign-on provider did not send your e-mail address. You are not signed in; ask its administrator to release it.",
  "email-unverified":
    "The sign-on provider does not say that your e-mail address is verified. You are not signed in; verify it there and try again, or ask an administrator.",
  "has-password":
    "An account with your address already exists and has a password, so your address alone does not open it. You are not signed in; sign in with the password, then link single sign-on in your profile. If you do not know the password, ask an administrator.",
  "linked-elsewhere":
    "An account with your address already exists and is linked to another account at the sign-on provider. You are not signed in; ask an administrator to end that link if it is no longer yours.",
  "link-ended":
    "Your session ended before single sign-on was linked. Nothing was linked; sign in, then link it in your profile.",
  disabled:
    "Your account is switched off. You are not signed in; ask an administrator to switch it on again.",
};

const FALLBACK = "Signing in did not work. You are not signed in; try again, or ask an administrator.";

const TOO_MANY = "too-many-";

/** The code of a throttled sign-in, with the seconds to wait. */
export function tooManyCode(seconds: number): string {
  return `${TOO_MANY}${seconds}`;
}

/** The text for the `error` in the page's URL, or in the response of next-auth's `signIn`. */
export function signInErrorText(code: string): string {
  if (!code.startsWith(TOO_MANY)) return TEXTS[code] ?? FALLBACK;
  const seconds = Number(code.slice(TOO_MANY.length));
  if (!Number.isSafeInteger(seconds) || seconds < 1) return FALLBACK;
  return `Too many attempts to sign in. Countersign did not check this one; wait ${inWords(seconds)}, then try again.`;
}
