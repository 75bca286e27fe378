import type { Metadata } from "next";
import { PushDevices } from "@/components/notifications/push/push-devices";
import { Deputies } from "@/components/people/deputies/deputies";
import { Passkeys } from "@/components/people/passkeys/passkeys";
import { ChangePassword } from "@/components/people/profile/change-password";
import { KeyEditor } from "@/components/people/profile/key-editor";
import { LinkIdentity } from "@/components/people/profile/link-identity";
import { Look } from "@/components/people/profile/look";
import { Notifications } from "@/components/people/profile/notifications";
import { You } from "@/components/people/profile/you";
import { Sessions } from "@/components/people/sessions";
import { shortList } from "@/components/people/short-list";
import { Tokens } from "@/components/people/tokens";
import { administersOf } from "@/components/shell/destinations";
import { SettingsTabs } from "@/components/shell/settings-tabs";
import { Banner } from "@/components/ui/banner";
import { Page, PageHead } from "@/components/ui/page";
import { TabLinks } from "@/components/ui/tab-links";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { ROLES_SAID } from "@/components/words/people";
import { LINK_ENDS } from "@/components/words/sign-in";
import { listPasskeyNeeds } from "@/lib/approvals/signing/queries";
import { listOwnTokens } from "@/lib/auth/credentials/tokens";
import { listOwnDelegations, listPossibleDeputies } from "@/lib/auth/delegations/queries";
import { findProof } from "@/lib/auth/passkeys/proof";
import { listOwnPasskeys } from "@/lib/auth/passkeys/queries";
import { hasPasskeys, signsInWithPasskeys } from "@/lib/auth/passkeys/site";
import { getPreferences } from "@/lib/auth/people/preferences";
import { getOwnAccount } from "@/lib/auth/people/queries";
import type { LinkedIdentity } from "@/lib/auth/people/types";
import { browserName } from "@/lib/auth/sessions/browser-name";
import { requireUser } from "@/lib/auth/sessions/current";
import { listOwnSessions } from "@/lib/auth/sessions/queries";
import { listOwnDevices } from "@/lib/channels/push/queries";
import { env } from "@/lib/core/env";

export const metadata: Metadata = { title: "Your profile" };

const PARTS = [
  { href: "#you", label: "You", current: false },
  { href: "#passkeys", label: "Passkeys", current: false },
  { href: "#deputy", label: "Out of office", current: false },
  { href: "#look", label: "Look, time and lists", current: false },
  { href: "#keys", label: "Keys", current: false },
  { href: "#notifications", label: "Notifications", current: false },
  { href: "#push", label: "Push", current: false },
  { href: "#sessions", label: "Sessions", current: false },
  { href: "#tokens", label: "Tokens", current: false },
];

type Props = { searchParams: Promise<{ link?: string | string[] }> };

export default async function ProfilePage({ searchParams }: Props) {
  const scope = await requireUser("/settings/profile");
  const { id, name, email, role } = scope.actor;
  const [account, preferences, sessions, tokens, delegations, deputies, passkeys, needs, proof, pushed] =
    await Promise.all([
      getOwnAccount(scope),
      getPreferences(scope),
      listOwnSessions(scope),
      listOwnTokens(scope),
      listOwnDelegations(scope),
      listPossibleDeputies(scope),
      listOwnPasskeys(scope),
      listPasskeyNeeds(scope),
      findProof(scope),
      listOwnDevices(scope),
    ]);
  const { PASSWORD_SIGN_IN, OIDC_ISSUER } = env();
  const passwords = PASSWORD_SIGN_IN === "on";
  const linked = account.identities.find(({ issuer }) => issuer === OIDC_ISSUER);
  const decides = role === "approver" || role === "admin";
  const linkEnd = linkEndOf((await searchParams).link, linked !== undefined);
  return (
    <Page>
      <PageHead title="Settings" />
      <SettingsTabs current="profile" administers={administersOf(scope)} />
      {linkEnd && (
        <Banner tone={linkEnd.tone} role="status">
          {linkEnd.text}
        </Banner>
      )}
      <TabLinks
        label="Parts of your profile"
        items={decides ? PARTS : PARTS.filter(({ href }) => href !== "#deputy")}
      />
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
        singleSignOn={OIDC_ISSUER === undefined ? null : linked ? <Linked {...linked} /> : <LinkIdentity />}
      />
      <Passkeys
        rows={passkeys}
        needs={needs}
        proof={proof}
        possible={hasPasskeys()}
        signsIn={signsInWithPasskeys()}
      />
      {decides && <Deputies person={{ id, name, email }} own rows={delegations} people={deputies} />}
      <Look preferences={preferences} />
      <KeyEditor preferences={preferences.keys} />
      <Notifications preferences={preferences.notify} />
      <PushDevices devices={pushed} />
      <Sessions
        userId={id}
        own
        rows={sessions.map(({ userAgent, ...session }) => ({ ...session, browser: browserName(userAgent) }))}
      />
      <Tokens rows={tokens} now={Date.now()} own />
    </Page>
  );
}

function Linked({ issuer, linkedAt }: LinkedIdentity) {
  return (
    <>
      Linked since <Time value={linkedAt} form="date" /> at <Untrusted mono>{issuer}</Untrusted>. An
      administrator can end the link.
    </>
  );
}

/** The result of linking that the address states. Success counts only if the account is linked. */
function linkEndOf(asked: string | string[] | undefined, isLinked: boolean) {
  if (asked === "linked") return isLinked ? LINK_ENDS.linked : null;
  if (asked === "already" || asked === "taken" || asked === "failed") return LINK_ENDS[asked];
  return null;
}
