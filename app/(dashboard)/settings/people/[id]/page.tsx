import type { Metadata } from "next";
import { cache } from "react";
import { Access } from "@/components/people/access";
import { AccountCard } from "@/components/people/account-card";
import { Deputies } from "@/components/people/deputies/deputies";
import { PeopleForbidden } from "@/components/people/forbidden";
import { IdentitySection } from "@/components/people/identity-section";
import { Passkeys } from "@/components/people/passkeys/passkeys";
import { PasswordSection } from "@/components/people/password-section";
import { PersonState } from "@/components/people/person-state";
import { Sessions } from "@/components/people/sessions";
import { ShortPolicies } from "@/components/people/short-policies";
import { SwitchOff } from "@/components/people/switch-off";
import { Tokens } from "@/components/people/tokens";
import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Banner } from "@/components/ui/banner";
import { ButtonLink } from "@/components/ui/button-link";
import { Page, PageHead } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { listPoliciesThatNeed } from "@/lib/approvals/deciders/short-policies";
import { listRushes } from "@/lib/approvals/rushes";
import { listPasskeyNeeds } from "@/lib/approvals/signing/queries";
import { listTokensOf } from "@/lib/auth/credentials/tokens";
import { listDelegationsOf } from "@/lib/auth/delegations/queries";
import { listPasskeysOf } from "@/lib/auth/passkeys/queries";
import { hasPasskeys } from "@/lib/auth/passkeys/site";
import { listDeciders } from "@/lib/auth/people/deciders";
import { getPerson } from "@/lib/auth/people/queries";
import { browserName } from "@/lib/auth/sessions/browser-name";
import { requireUser } from "@/lib/auth/sessions/current";
import { listSessionsOf } from "@/lib/auth/sessions/queries";
import { env } from "@/lib/core/env";
import type { UserScope } from "@/lib/core/scope";
import { tabTitle } from "@/lib/core/text/tab-title";
import { listTenants } from "@/lib/tenants/queries";
import { mayAdministerAll } from "@/lib/tenants/rules";
import { orNotFound } from "../../../lookup";

const LOCKED = {
  self: "This is you. Another administrator can change your role and your tenants, or switch you off.",
  lastAdmin:
    "This is the last administrator of all tenants. Make another person an administrator of all tenants before you change their role or switch them off.",
};

type Props = { params: Promise<{ id: string }> };

const findPerson = cache((scope: UserScope, id: string) => orNotFound(getPerson(scope, id)));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id } = await params;
  const scope = await requireUser(`/settings/people/${id}`);
  return { title: mayAdministerAll(scope) ? tabTitle((await findPerson(scope, id)).name) : "People" };
}

const TOPICS = ["user", "policy"];

export default async function PersonPage({ params }: Props) {
  const { id } = await params;
  const scope = await requireUser(`/settings/people/${id}`);
  const { role } = scope.actor;
  if (!mayAdministerAll(scope)) {
    return (
      <PeopleForbidden role={role} part="people" title="Only administrators of all tenants manage people" />
    );
  }
  const person = await findPerson(scope, id);
  const facts = await factsOf(scope, id);
  const self = id === scope.actor.id;
  const off = person.disabledAt !== null;
  return (
    <Page>
      <LiveRefresh topics={TOPICS} />
      <PageHead
        title={<Untrusted>{person.name}</Untrusted>}
        crumbs={[
          { href: "/settings", label: "Settings" },
          { href: "/settings/people", label: "People" },
        ]}
        mark={<PersonState person={person} strong />}
        actions={
          self ? (
            <ButtonLink href="/settings/profile">Your profile</ButtonLink>
          ) : (
            !person.lastAdmin && (
              <SwitchOff id={id} off={off} needed={facts.needed.map(({ policy }) => policy)} />
            )
          )
        }
      />
      {off && (
        <Banner icon="ban">
          Switched off. This person cannot sign in, and Countersign refuses their tokens.
        </Banner>
      )}
      <ShortPolicies
        title="Without this person, too few can decide calls of these policies"
        short={facts.needed}
      />
      <AccountCard person={person} rush={facts.rushes.get(id)} />
      <Access
        person={person}
        locked={self ? LOCKED.self : person.lastAdmin ? LOCKED.lastAdmin : null}
        tenants={facts.tenants.map(({ key, name }) => ({ key, name }))}
      />
      {(person.role === "approver" || person.role === "admin") && (
        <Deputies
          person={{ id, name: person.name, email: person.email }}
          own={self}
          rows={facts.delegations}
          people={facts.deciders.filter(({ email }) => email !== person.email)}
        />
      )}
      {!off && !self && env().PASSWORD_SIGN_IN === "on" && (
        <PasswordSection userId={id} open={person.passwordLink} />
      )}
      {!self && <Passkeys rows={facts.passkeys} needs={facts.needs} proof={null} possible={hasPasskeys()} />}
      {(env().OIDC_ISSUER !== undefined || person.identities.length > 0) && (
        <IdentitySection userId={id} identities={person.identities} own={self} />
      )}
      <Sessions
        userId={id}
        own={self}
        rows={facts.sessions.map(({ userAgent, ...session }) => ({
          ...session,
          browser: browserName(userAgent),
        }))}
      />
      <Tokens rows={facts.tokens} now={Date.now()} own={false} />
    </Page>
  );
}

async function factsOf(scope: UserScope, id: string) {
  const [sessions, tokens, tenants, delegations, deciders, rushes, passkeys, needs, needed] =
    await Promise.all([
      listSessionsOf(scope, id),
      listTokensOf(scope, id),
      listTenants(scope),
      listDelegationsOf(scope, id),
      listDeciders(scope),
      listRushes(scope),
      listPasskeysOf(scope, id),
      listPasskeyNeeds(scope, id),
      listPoliciesThatNeed(scope, id),
    ]);
  return { sessions, tokens, tenants, delegations, deciders, rushes, passkeys, needs, needed };
}
