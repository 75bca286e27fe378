import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Card, DetailList } from "@/components/ui/page";
import { Time } from "@/components/ui/time";
import type { PersonDetails } from "@/lib/auth/people/types";
import { methodsOf } from "./people-list";

/** What is known about a user's account, and where to see what they did. */
export function AccountCard({ person }: { person: PersonDetails }) {
  const { id, email, createdAt, lastSignInAt } = person;
  return (
    <Card>
      <DetailList
        items={[
          { term: "E-mail address", value: email },
          { term: "Signs in with", value: methodsOf(person) },
          { term: "Since", value: <Time value={createdAt} form="date" /> },
          { term: "Last sign-in", value: lastSignInAt ? <Time value={lastSignInAt} /> : "Never" },
          {
            term: "What they did",
            value: <ActivityLink href={`/activity?actor=${id}`}>Show in the activity log</ActivityLink>,
          },
          {
            term: "Changes to their account",
            value: (
              <ActivityLink href={`/activity?subject=user:${id}`}>Show in the activity log</ActivityLink>
            ),
          },
        ]}
      />
    </Card>
  );
}

function ActivityLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="inline-flex min-h-6 items-center text-accent hover:underline">
      {children}
    </Link>
  );
}
