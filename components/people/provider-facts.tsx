import type { ReactNode } from "react";
import { StatusMark } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Card, DetailList, Section } from "@/components/ui/page";
import { Code, CodeBlock } from "@/components/ui/text/code";
import { Untrusted } from "@/components/ui/text/untrusted";
import { ROLES_SAID } from "@/components/words/people";
import { SIGN_IN } from "@/components/words/sign-in";
import type { SignInFacts } from "@/lib/auth/sign-in/facts";

/** Whether passwords are taken. */
export function PasswordFacts({ facts }: { facts: SignInFacts }) {
  return (
    <Section id="password" title={SIGN_IN.passwordTitle}>
      <Card className="flex flex-wrap items-center gap-3 text-sm">
        <StatusMark icon={facts.password ? "check-circle" : "ban"} strong>
          {facts.password ? SIGN_IN.on : SIGN_IN.off}
        </StatusMark>
        <span className="min-w-0 flex-1 basis-64">
          {facts.password ? SIGN_IN.passwordOn : SIGN_IN.passwordOff}
        </span>
      </Card>
    </Section>
  );
}

/** What is configured about the provider; never the secret. */
export function ProviderFacts({ facts, children }: { facts: SignInFacts; children?: ReactNode }) {
  const { provider } = facts;
  return (
    <Section
      id="sso"
      title={SIGN_IN.ssoTitle}
      actions={
        <StatusMark icon={provider ? "check-circle" : "ban"} strong>
          {provider ? SIGN_IN.ssoOn : SIGN_IN.ssoOff}
        </StatusMark>
      }
    >
      {provider && (
        <Card>
          <DetailList
            items={[
              { term: SIGN_IN.issuer, value: <Untrusted mono>{provider.issuer}</Untrusted> },
              { term: SIGN_IN.client, value: <Untrusted mono>{provider.clientId}</Untrusted> },
              { term: SIGN_IN.secret, value: SIGN_IN.secretSet },
              {
                term: SIGN_IN.claim,
                value: provider.claim ? <Untrusted mono>{provider.claim}</Untrusted> : SIGN_IN.noClaim,
              },
              { term: SIGN_IN.map, value: <RoleMap pairs={provider.roles} /> },
            ]}
          />
          {children}
        </Card>
      )}
    </Section>
  );
}

function RoleMap({ pairs }: { pairs: NonNullable<SignInFacts["provider"]>["roles"] }) {
  if (pairs.length === 0) return SIGN_IN.noMap;
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

/** The steps to single sign-on, with what has to be copied. */
export function ProviderHowTo({ facts }: { facts: SignInFacts }) {
  return (
    <Section id="how" title={SIGN_IN.howTitle}>
      <Card className="flex flex-col gap-4">
        <ol className="ml-4 flex list-decimal flex-col gap-1 text-sm">
          {SIGN_IN.how.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div className="flex flex-col gap-1">
          <span className="text-sm font-medium">{SIGN_IN.redirect}</span>
          <span className="flex items-center gap-2">
            <Code>{facts.redirectUri}</Code>
            <CopyButton text={facts.redirectUri} label={SIGN_IN.copyRedirect} />
          </span>
        </div>
        <CodeBlock label={SIGN_IN.env} actions={<CopyButton text={facts.envLines} label={SIGN_IN.copyEnv} />}>
          {facts.envLines}
        </CodeBlock>
      </Card>
    </Section>
  );
}

/** How groups become roles. */
export function RolesExplained() {
  return (
    <Section id="roles" title={SIGN_IN.rolesTitle}>
      <Card>
        <ul className="ml-4 flex list-disc flex-col gap-1 text-sm">
          {SIGN_IN.roles.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
