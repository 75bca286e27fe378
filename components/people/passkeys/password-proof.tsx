"use client";

import type { Proof } from "@/lib/auth/passkeys/types";
import { PasswordField } from "../sign-in/password-field";

/** The password, where a session that began a while ago is not enough. The server says so where the page does not know it yet. */
export function PasswordProof({ proof, error }: { proof: Proof; error?: string }) {
  if (proof !== "password" && error === undefined) return null;
  return (
    <PasswordField
      name="password"
      label="Your password"
      hint="You signed in more than 10 minutes ago."
      error={error}
      autoComplete="current-password"
    />
  );
}

/** Said where there is no password to ask for. */
export const SIGN_IN_AGAIN =
  "You signed in more than 10 minutes ago. Sign out, sign in again, and do it within 10 minutes.";
