"use client";

import type { Proof } from "@/lib/auth/passkeys/types";
import { PasswordField } from "../sign-in/password-field";

/**
 * Asks for the password if the session is too old. If the page does not know that yet, the server
 * says so.
 */
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

/** Shown if the account has no password. */
export const SIGN_IN_AGAIN =
  "You signed in more than 10 minutes ago. Sign out, sign in again, and do it within 10 minutes.";
