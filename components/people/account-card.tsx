import Link from "next/link";
import type { ReactNode } from "react";
import { Card, DetailList } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import { PEOPLE, PERSON } from "@/components/words/people";
import type { PersonDetails } from "@/lib/auth/people/queries";
import { methodsOf } from "./people-list";

/** What is known about somebody's account, and where to see what they did. */
export function AccountCard({ person }: { person: PersonDetails }) {
  const { id, email, createdAt, lastSignInAt } = person;
  return (
    <Card>
      <DetailList
        items={[
          { term: PERSON.email, value: email },
          { term: PERSON.methods, value: methodsOf(person) },
          { term: PERSON.since, value: <Time value={createdAt} form="date" /> },
          { term: PERSON.lastSignIn, value: lastSignInAt ? <Time value={lastSignInAt} /> : PEOPLE.never },
          {
            term: PERSON.activity,
            value: <ActivityLink href={`/activity?actor=${id}`}>{PERSON.activityLink}</ActivityLink>,
          },
          {
            term: PERSON.changes,
            value: <ActivityLink href={`/activity?subject=user:${id}`}>{PERSON.activityLink}</ActivityLink>,
          },
        ]}
      />
    </Card>
  );
}

function ActivityLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="inline-flex min-h-6 items-center text-accent hover:underline"
    >
      {children}
    </Link>
  );
}
