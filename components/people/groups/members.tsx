"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useAct } from "@/components/ui/use-act";
import { ROLES_SAID } from "@/components/words/people";
import { moveMembers } from "@/lib/auth/groups/actions";
import type { GroupOfPeople } from "@/lib/auth/groups/types";
import { type Person, personOptions } from "./person-options";

const APPLIES =
  "A change applies from the next decision, also on calls that already wait. Approvals of a person who leaves no longer count.";

type Member = GroupOfPeople["members"][number];

type Props = { name: string; members: readonly Member[]; people: readonly Person[] };

/** The members of a group, with controls to add and remove them. */
export function Members({ name, members, people }: Props) {
  const router = useRouter();
  const list = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  const remove = useAct(moveMembers, { onDone: () => router.refresh() });
  const take = async ({ name: gone, email }: Member) => {
    const result = await remove.run({ name, remove: [email] });
    if (!result?.ok) return;
    setSaid(`${gone} no longer belongs to the group.`);
    // The pressed button leaves with its row.
    list.current?.focus();
  };
  const present = new Set(members.map(({ email }) => email));
  return (
    <Section
      id="members"
      title="People"
      description={
        members.some(({ byProvider }) => byProvider)
          ? `${APPLIES} Single sign-on adds its people again at their next sign-in: remove them at the provider.`
          : APPLIES
      }
    >
      <Card>
        <AddMembers name={name} people={people.filter(({ email }) => !present.has(email))} />
      </Card>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ActNotice problem={remove.problem} />
      <div ref={list} tabIndex={-1} className="outline-none">
        <Card flush>
          {members.length === 0 ? (
            <EmptyState icon="users" title="No members">
              No one can decide calls that a policy leaves to this group alone. Add people above.
            </EmptyState>
          ) : (
            <ul aria-label={`People of the group ${name}`} className="divide-y divide-border">
              {members.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  pending={remove.pending}
                  onRemove={() => void take(member)}
                />
              ))}
            </ul>
          )}
        </Card>
      </div>
    </Section>
  );
}

function AddMembers({ name, people }: { name: string; people: readonly Person[] }) {
  const router = useRouter();
  const [chosen, setChosen] = useState<string[]>([]);
  return (
    <ActionForm
      label="Add people"
      action={moveMembers}
      read={(data) => ({ name, add: data.getAll("add").map(String) })}
      submit="Add to the group"
      pendingLabel="Adding…"
      done="Added"
      variant="outline"
      onDone={() => {
        setChosen([]);
        router.refresh();
      }}
    >
      {(fields) => (
        <Combobox
          multiple
          name="add"
          label="Add people"
          hint="People who may decide calls"
          placeholder="Type a name or an address"
          options={personOptions(people)}
          value={chosen}
          onChange={setChosen}
          error={fields.add}
        />
      )}
    </ActionForm>
  );
}

type RowProps = { member: Member; pending: boolean; onRemove: () => void };

function MemberRow({ member, pending, onRemove }: RowProps) {
  const { id, name, email, role, isOff, byProvider, isOnDuty } = member;
  const decides = !isOff && (role === "admin" || role === "approver");
  return (
    <li data-row className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3.5 py-(--row-pad)">
      <div className="flex min-w-0 flex-1 basis-52 flex-col">
        <Link
          href={`/settings/people/${id}`}
          data-key="row"
          className="inline-flex min-h-6 items-center self-start text-sm font-medium wrap-anywhere hover:underline"
        >
          <Untrusted>{name}</Untrusted>
        </Link>
        <span className="text-xs text-fg-muted wrap-anywhere">{email}</span>
      </div>
      <span className="text-xs text-fg-muted">
        {isOff ? "Switched off" : ROLES_SAID[role].name}
        {decides ? "" : ", decides nothing"}
        {byProvider ? " · from single sign-on" : ""}
        {isOnDuty ? "" : " · not on duty now"}
      </span>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Remove ${name} from the group`}
        disabled={pending}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}
