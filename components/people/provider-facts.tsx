import type { ReactNode } from "react";
import { StatusMark } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Card, DetailList, Section } from "@/components/ui/page";
import { Code, CodeBlock } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { ROLES_SAID } from "@/components/words/people";
import type { SignInFacts } from "@/lib/auth/sign-in/types";

/** Whether passwords are accepted. */
export function PasswordFacts({ facts }: { facts: SignInFacts }) {
  return (
    <Section id="password" title="Password">
      <Card className="flex flex-wrap items-center gap-3 text-sm">
        <StatusMark icon={facts.password ? "check-circle" : "ban"} strong>
          {facts.password ? "On" : "Off"}
        </StatusMark>
        <span className="min-w-0 flex-1 basis-64">
          {facts.password
            ? "People can sign in with an e-mail address and a password. After ten wrong tries in 15 minutes, Countersign accepts no more tries for that address from browsers that never signed in with it."
            : "People can sign in only with single sign-on."}
        </span>
      </Card>
    </Section>
  );
}

/** The provider's configuration, without its secret. */
export function ProviderFacts({ facts, children }: { facts: SignInFacts; children?: ReactNode }) {
  const { provider } = facts;
  return (
    <Section
      id="sso"
      title="Single sign-on (OpenID Connect)"
      actions={
        <StatusMark icon={provider ? "check-circle" : "ban"} strong>
          {provider ? "Configured" : "Not configured"}
        </StatusMark>
      }
    >
      {provider && (
        <Card>
          <DetailList
            items={[
              { term: "Issuer", value: <Untrusted mono>{provider.issuer}</Untrusted> },
              { term: "Client id", value: <Untrusted mono>{provider.clientId}</Untrusted> },
              { term: "Client secret", value: "Set; it is never shown" },
              {
                term: "Role claim",
                value: provider.claim ? (
                  <Untrusted mono>{provider.claim}</Untrusted>
                ) : (
                  "None: administrators give roles here"
                ),
              },
              {
                term: "E-mail addresses",
                value: provider.assumesVerified
                  ? "Taken as verified where the provider does not say (OIDC_ASSUME_EMAIL_VERIFIED=on)"
                  : "Only those that the provider says are verified (email_verified)",
              },
              { term: "Roles by group", value: <RoleMap pairs={provider.roles} /> },
              { term: "Groups by group", value: <GroupMap provider={provider} /> },
            ]}
          />
          {children}
        </Card>
      )}
    </Section>
  );
}

function RoleMap({ pairs }: { pairs: NonNullable<SignInFacts["provider"]>["roles"] }) {
  if (pairs.length === 0) return "None: no group gives a role";
  return (
    <ul>
      {pairs.map(({ group, role }) => (
        <li key={group} className="flex flex-wrap gap-x-2">
          <Untrusted mono>{group}</Untrusted>
          <span aria-hidden>→</span>
          {ROLES_SAID[role].name}
        </li>
      ))}
    </ul>
  );
}

/** The mapping from the provider's groups to ours; unknown groups grant nothing. */
function GroupMap({ provider: { groups, groupClaim } }: { provider: NonNullable<SignInFacts["provider"]> }) {
  if (groups.length === 0) return "None: administrators fill groups here";
  if (groupClaim === null)
    return "No claim gives groups: set OIDC_GROUP_CLAIM (or OIDC_ROLE_CLAIM) as well as OIDC_GROUP_MAP";
  return (
    <ul>
      {groups.map(({ group, own, isThere }) => (
        <li key={group} className="flex flex-wrap gap-x-2">
          <Untrusted mono>{group}</Untrusted>
          <span aria-hidden>→</span>
          {isThere ? (
            <Link href={`/settings/groups/${own}`} className="text-accent hover:underline">
              {own}
            </Link>
          ) : (
            <span>
              {own} <span className="text-fg-muted">(there is no such group: make it under Groups)</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The steps to set up single sign-on, with the values to copy. */
export function ProviderHowTo({ facts }: { facts: SignInFacts }) {
  return (
    <Section id="how" title="How to set it up">
      <Card className="flex flex-col gap-4">
        <ol className="ml-4 flex list-decimal flex-col gap-1 text-sm">
          <li>
            Register Countersign at your provider as a confidential web application (authorization code,
            PKCE).
          </li>
          <li>Give it this redirect URI.</li>
          <li>Allow the scopes openid, email and profile, and have it send verified e-mail addresses.</li>
          <li>Set these variables where Countersign runs, then restart it.</li>
          <li>
            Check the provider on this page. Before you switch passwords off, everyone who has one links
            single sign-on in their profile.
          </li>
        </ol>
        <div className="flex flex-col gap-1">
          <span className="text-sm font-medium">Redirect URI</span>
          <span className="flex items-center gap-2">
            <Code>{facts.redirectUri}</Code>
            <CopyButton text={facts.redirectUri} label="Copy the redirect URI" />
          </span>
        </div>
        <CodeBlock label="Environment" actions={<CopyButton text={facts.envLines} label="Copy the lines" />}>
          {facts.envLines}
        </CodeBlock>
      </Card>
    </Section>
  );
}

/** How groups map to roles. */
export function RolesExplained() {
  return (
    <Section id="roles" title="Who gets which role">
      <Card>
        <ul className="ml-4 flex list-disc flex-col gap-1 text-sm">
          <li>
            At every sign-in, the groups in the role claim decide the role. If several apply, the strongest
            counts: admin, approver, triager, viewer.
          </li>
          <li>A person whose role came from groups, and who is no longer in any of them, cannot sign in.</li>
          <li>
            A person without such a group can sign in if an administrator invited them here. They keep the
            role and the tenants of the invitation.
          </li>
          <li>
            At the first sign-in the provider has to say that the e-mail address is verified (email_verified).
            Knowing an invited address is not enough. If your provider never sends that claim and its users
            cannot choose their addresses, set OIDC_ASSUME_EMAIL_VERIFIED=on.
          </li>
          <li>
            An address opens no account that has a password. Its owner signs in with the password and links
            single sign-on in their profile. After that, the account at the provider counts, not the address.
          </li>
          <li>
            At every sign-in, the groups in the group claim (OIDC_GROUP_CLAIM, else the role claim) also say
            to which groups here a person belongs. Who was added here by hand stays.
          </li>
          <li>The last administrator stays an administrator, even if the groups say otherwise.</li>
        </ul>
      </Card>
    </Section>
  );
}
