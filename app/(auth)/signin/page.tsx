import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "@/components/people/sign-in/auth-card";
import { safeReturnPath } from "@/components/people/sign-in/return-path";
import { SetupHint } from "@/components/people/sign-in/setup-hint";
import { SignInForm } from "@/components/people/sign-in/sign-in-form";
import { signsInWithPasskeys } from "@/lib/auth/passkeys/site";
import { currentUser } from "@/lib/auth/sessions/current";
import { setupState } from "@/lib/auth/sign-in/setup";
import { env } from "@/lib/core/env";

export const metadata: Metadata = { title: "Sign in" };

type Props = { searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, error } = await searchParams;
  const { PUBLIC_URL, PASSWORD_SIGN_IN, OIDC_ISSUER, COUNTERSIGN_COMMAND } = env();
  const returnPath = safeReturnPath(callbackUrl, PUBLIC_URL);
  if (await currentUser()) redirect(returnPath);
  if ((await setupState()).needed) return <SetupHint command={COUNTERSIGN_COMMAND} />;
  return (
    <AuthCard title="Sign in" lead="Risky calls by AI agents wait here for a person.">
      <SignInForm
        returnPath={returnPath}
        errorCode={Array.isArray(error) ? error[0] : error}
        withPassword={PASSWORD_SIGN_IN === "on"}
        withSingleSignOn={OIDC_ISSUER !== undefined}
        withPasskey={signsInWithPasskeys()}
      />
    </AuthCard>
  );
}
