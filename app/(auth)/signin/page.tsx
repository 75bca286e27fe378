import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AuthCard } from "@/components/auth/auth-card";
import { safeReturnPath } from "@/components/auth/return-path";
import { SetupHint } from "@/components/auth/setup-hint";
import { SignInForm } from "@/components/auth/sign-in-form";
import { SIGN_IN } from "@/components/copy/signing-in";
import { currentUser } from "@/lib/auth/sessions/current";
import { setupState } from "@/lib/auth/sign-in/setup";
import { env } from "@/lib/core/env";

export const metadata: Metadata = { title: SIGN_IN.title };

type Props = { searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }> };

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, error } = await searchParams;
  const { PUBLIC_URL, PASSWORD_SIGN_IN, OIDC_ISSUER } = env();
  const returnPath = safeReturnPath(callbackUrl, PUBLIC_URL);
  if (await currentUser()) redirect(returnPath);
  if ((await setupState()).needed) return <SetupHint />;
  return (
    <AuthCard title={SIGN_IN.title} lead={SIGN_IN.lead}>
      <SignInForm
        returnPath={returnPath}
        errorCode={Array.isArray(error) ? error[0] : error}
        withPassword={PASSWORD_SIGN_IN === "on"}
        withSingleSignOn={OIDC_ISSUER !== undefined}
      />
    </AuthCard>
  );
}
