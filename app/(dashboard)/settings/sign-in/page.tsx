import type { Metadata } from "next";
import { CheckProvider } from "@/components/people/check-provider";
import { PeopleForbidden } from "@/components/people/forbidden";
import {
  PasswordFacts,
  ProviderFacts,
  ProviderHowTo,
  RolesExplained,
} from "@/components/people/provider-facts";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { Page, PageHead } from "@/components/ui/page";
import { requireUser } from "@/lib/auth/sessions/current";
import { getSignInFacts } from "@/lib/auth/sign-in/facts";

export const metadata: Metadata = { title: "Sign-in" };

export default async function SignInSettingsPage() {
  const scope = await requireUser("/settings/sign-in");
  const { role } = scope.actor;
  if (role !== "admin" || !scope.unlimited) {
    return (
      <PeopleForbidden role={role} part="sign-in" title="Only administrators of all tenants manage sign-in" />
    );
  }
  const facts = await getSignInFacts(scope);
  return (
    <Page>
      <PageHead title="Settings" />
      <SettingsTabs current="sign-in" administers="all" />
      <p className="-mt-2 max-w-[75ch] text-sm text-fg-muted">
        How people sign in. You configure it where Countersign runs, not on this page.
      </p>
      <PasswordFacts facts={facts} />
      <ProviderFacts facts={facts}>
        <CheckProvider />
      </ProviderFacts>
      <RolesExplained />
      <ProviderHowTo facts={facts} />
    </Page>
  );
}
