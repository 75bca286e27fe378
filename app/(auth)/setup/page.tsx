import type { Metadata } from "next";
import { AuthCard } from "@/components/people/sign-in/auth-card";
import { SetupForm } from "@/components/people/sign-in/setup-form";
import { SetupHint } from "@/components/people/sign-in/setup-hint";
import { ButtonLink } from "@/components/ui/button-link";
import { SETUP, SIGN_IN } from "@/components/words/signing-in";
import { completeSetupAction } from "@/lib/auth/sign-in/actions";
import { isSetupToken, setupState } from "@/lib/auth/sign-in/setup";
import { PASSWORD_CHARACTERS_MIN } from "@/lib/auth/types";

export const metadata: Metadata = { title: SETUP.title, referrer: "no-referrer" };

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export default async function SetupPage({ searchParams }: Props) {
  const { token } = await searchParams;
  const { needed } = await setupState();
  if (!needed) {
    return (
      <AuthCard title={SETUP.done} lead={SETUP.doneLead}>
        <ButtonLink href="/signin" variant="primary" size="lg" className="w-full">
          {SIGN_IN.title}
        </ButtonLink>
      </AuthCard>
    );
  }
  if (typeof token !== "string") return <SetupHint />;
  if (!(await isSetupToken(token))) return <SetupHint invalid />;
  return (
    <AuthCard title={SETUP.heading} lead={SETUP.lead}>
      <SetupForm
        token={token}
        action={completeSetupAction}
        next="/start"
        passwordRule={SETUP.passwordRule(PASSWORD_CHARACTERS_MIN)}
      />
    </AuthCard>
  );
}
