import type { ReactNode } from "react";
import type { IconName } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { sentenceOf } from "@/components/words/activity-says";
import { CLAIM_WORDS, DECLINE_WORDS, PRIORITY_WORDS } from "@/components/words/feedback";
import { type Details, memberAt } from "@/lib/activity/wire";
import type { IssueAct } from "@/lib/feedback/timeline/types";

const ICONS: Readonly<Record<string, IconName>> = {
  "issue.accepted": "flag",
  "issue.started": "play",
  "issue.resolved": "check-circle",
  "issue.declined": "ban",
  "issue.questioned": "help",
  "issue.snoozed": "hourglass",
  "issue.woken": "bell",
  "issue.regressed": "undo",
  "issue.reopened": "undo",
  "issue.undone": "undo",
  "issue.assigned": "user",
  "issue.merged": "link",
  "issue.unmerged": "unlink",
  "issue.moved": "arrow-right",
  "issue.split": "unlink",
  "issue.answered": "reply",
  "issue.revealed": "eye",
  "issue.tracked": "external",
};

export const iconOf = ({ action }: IssueAct): IconName => ICONS[action] ?? "edit";

/** Who did what, in words. The issue itself is “it”. */
export function ActWords({ act }: { act: IssueAct }) {
  if (act.action === "issue.regressed") return "It came back after it was resolved";
  return (
    <>
      <b className="font-medium text-fg">
        {act.actor === null ? "Countersign" : <Untrusted>{act.actor}</Untrusted>}
      </b>{" "}
      <Did act={act} />
    </>
  );
}

function Did({ act }: { act: IssueAct }): ReactNode {
  const { action, details, member, assignee } = act;
  if (action === "issue.assigned") return assigned(assignee, memberAt(details, "assignee_id"));
  if (action === "issue.labeled") return <Labels now={memberAt(details, "labels")} />;
  if (action === "issue.merged" && member)
    return (
      <>
        merged <Member member={member} /> into it
      </>
    );
  return sentenceOf(action, details)
    .split(/(\{[\w.]+\})/)
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
      <Part key={index} part={part} details={details} />
    ));
}

function assigned(assignee: IssueAct["assignee"], id: unknown): ReactNode {
  if (id === null) return "removed the assignee";
  if (assignee?.self) return "assigned it to themselves";
  return (
    <>
      assigned it to <Untrusted>{assignee?.name ?? "a former user"}</Untrusted>
    </>
  );
}

function Labels({ now }: { now: unknown }): ReactNode {
  const labels = Array.isArray(now) ? now.map(String) : [];
  if (labels.length === 0) return "removed its labels";
  return (
    <>
      set its labels to <Untrusted>{labels.join(", ")}</Untrusted>
    </>
  );
}

function Member({ member }: { member: NonNullable<IssueAct["member"]> }) {
  return (
    <Link href={`/feedback/${member.id}`} className="mono underline underline-offset-2 hover:text-accent">
      {member.ref}
    </Link>
  );
}

function Part({ part, details }: { part: string; details: Details }): ReactNode {
  const name = /^\{([\w.]+)\}$/.exec(part)?.[1];
  if (name === undefined) return part;
  if (name === "it") return "it";
  const value = String(memberAt(details, name));
  if (name === "snoozed_until") return <Time value={value} />;
  return <Untrusted>{wordOf(name, value)}</Untrusted>;
}

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  decline_reason: DECLINE_WORDS,
  priority: PRIORITY_WORDS,
  claim: CLAIM_WORDS,
};

const wordOf = (name: string, value: string) => WORDS[name]?.[value]?.toLowerCase() ?? value;
