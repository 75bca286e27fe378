import type { Metadata } from "next";
import { AuthCard } from "@/components/people/sign-in/auth-card";
import { SetupForm } from "@/components/people/sign-in/setup-form";
import { SetupHint } from "@/components/people/sign-in/setup-hint";
import { ButtonLink } from "@/components/ui/button-link";
import { isSetupToken, setupState } from "@/lib/auth/sign-in/setup";
import { env } from "@/lib/core/env";

export const metadata: Metadata = { title: "Set up", referrer: "no-referrer" };

type Props = { searchParams: Promise<{ token?: string | string[] }> };

export default async function SetupPage({ searchParams }: Props) {
  const { token } = await searchParams;
  const { needed } = await setupState();
  if (!needed) {
    return (
      <AuthCard
        title="Countersign is already set up"
        lead="Setup links work only until the first account exists. An administrator can invite you."
      >
        <ButtonLink href="/signin" variant="primary" size="lg" className="w-full">
          Sign in
        </ButtonLink>
      </AuthCard>
    );
  }
  if (typeof token !== "string") return <SetupHint command={env().COUNTERSIGN_COMMAND} />;
  if (!(await isSetupToken(token))) return <SetupHint command={env().COUNTERSIGN_COMMAND} invalid />;
  return (
    <AuthCard title="Set up Countersign" lead="You become the first administrator.">
      <SetupForm token={token} next="/start" />
    </AuthCard>
  );
}
