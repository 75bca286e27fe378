import type { Metadata } from "next";
import { ChangePassword } from "@/components/people/profile/change-password";
import { KeyEditor } from "@/components/people/profile/key-editor";
import { Look } from "@/components/people/profile/look";
import { Notifications } from "@/components/people/profile/notifications";
import { You } from "@/components/people/profile/you";
import { Sessions } from "@/components/people/sessions";
import { shortList } from "@/components/people/short-list";
import { Tokens } from "@/components/people/tokens";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { Page, PageHead } from "@/components/ui/page";
import { TabLinks } from "@/components/ui/tab-links";
import { ROLES_SAID } from "@/components/words/people";
import { listOwnTokens } from "@/lib/auth/credentials/tokens";
import { getPreferences } from "@/lib/auth/people/preferences";
import { getOwnAccount } from "@/lib/auth/people/queries";
import { browserName } from "@/lib/auth/sessions/browser-name";
import { requireUser } from "@/lib/auth/sessions/current";
import { listOwnSessions } from "@/lib/auth/sessions/queries";
import { env } from "@/lib/core/env";

export const metadata: Metadata = { title: "Your profile" };

const PARTS = [
  { href: "#you", label: "You", current: false },
  { href: "#look", label: "Look and time", current: false },
  { href: "#keys", label: "Keys", current: false },
  { href: "#notifications", label: "Notifications", current: false },
  { href: "#sessions", label: "Sessions", current: false },
  { href: "#tokens", label: "Tokens", current: false },
];

export default async function ProfilePage() {
  const scope = await requireUser("/settings/profile");
  const { id, name, email, role } = scope.actor;
  const [account, preferences, sessions, tokens] = await Promise.all([
    getOwnAccount(scope),
    getPreferences(scope),
    listOwnSessions(scope),
    listOwnTokens(scope),
  ]);
  const passwords = env().PASSWORD_SIGN_IN === "on";
  return (
    <Page>
      <PageHead title="Settings" />
      <SettingsTabs current="profile" role={role} />
      <TabLinks label="Parts of your profile" items={PARTS} />
      <You
        name={name}
        email={email}
        role={`${ROLES_SAID[role].name}: ${ROLES_SAID[role].may}`}
        tenants={account.tenants === null ? "All tenants" : shortList(account.tenants)}
        password={
          passwords && account.hasPassword ? (
            <ChangePassword email={email} />
          ) : passwords ? (
            "You sign in with single sign-on and have no password here. An administrator can make you a link to set one."
          ) : (
            "Signing in with a password is switched off for this installation."
          )
        }
      />
      <Look preferences={preferences} />
      <KeyEditor preferences={preferences.keys} />
      <Notifications preferences={preferences.notify} />
      <Sessions
        userId={id}
        own
        rows={sessions.map(({ userAgent, ...session }) => ({ ...session, browser: browserName(userAgent) }))}
      />
      <Tokens rows={tokens} now={Date.now()} own />
    </Page>
  );
}
