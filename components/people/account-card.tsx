import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Card, DetailList } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import type { Rush } from "@/lib/approvals/types";
import type { PersonDetails } from "@/lib/auth/people/types";
import { methodsOf } from "./people-list";
import { RushNotice } from "./rush-notice";

/** Facts about a user's account, with links to their activity. */
export function AccountCard({ person, rush }: { person: PersonDetails; rush?: Rush }) {
  const { id, email, createdAt, lastSignInAt } = person;
  return (
    <Card>
      <DetailList
        items={[
          { term: "E-mail address", value: email },
          { term: "Signs in with", value: methodsOf(person) },
          { term: "Groups", value: <GroupLinks groups={person.groups} /> },
          { term: "Since", value: <Time value={createdAt} form="date" /> },
          { term: "Last sign-in", value: lastSignInAt ? <Time value={lastSignInAt} /> : "Never" },
          ...(rush ? [{ term: "Pace", value: <RushNotice userId={id} rush={rush} /> }] : []),
          {
            term: "What they did",
            value: <AccountLink href={`/activity?actor=${id}`}>Show in the activity log</AccountLink>,
          },
          {
            term: "Changes to their account",
            value: <AccountLink href={`/activity?subject=user:${id}`}>Show in the activity log</AccountLink>,
          },
        ]}
      />
    </Card>
  );
}

function GroupLinks({ groups }: { groups: readonly string[] }) {
  if (groups.length === 0) return "None";
  return (
    <span className="flex flex-wrap gap-x-3">
      {groups.map((name) => (
        <AccountLink key={name} href={`/settings/groups/${name}`}>
          {name}
        </AccountLink>
      ))}
    </span>
  );
}

function AccountLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="inline-flex min-h-6 items-center text-accent hover:underline">
      {children}
    </Link>
  );
}
