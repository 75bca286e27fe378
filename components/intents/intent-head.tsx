import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { FactStrip } from "@/components/ui/list/fact-strip";
import { PageHead } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { INTENT_STATES, shareWords } from "@/components/words/intents";
import { callList, type LogFilter } from "@/lib/calls/log/list";
import type { IntentView } from "@/lib/intents/detail/types";
import { Marks } from "./intent-list";

const TOOLS_SHOWN = 5;

const FIGURE_LINK = "underline decoration-border-strong underline-offset-4 hover:decoration-fg";

/** Name, state, figures and actions of an intent. */
export function IntentHead({
  intent,
  acts,
  formerly,
}: {
  intent: IntentView;
  acts: ReactNode;
  /** The former name whose address led here; null without one. */
  formerly: string | null;
}) {
  const { id, name, named, groupedName, tenantKey, calls, failed, held, templates, tools, state, lastAt } =
    intent;
  const figure = (value: number, more: Partial<LogFilter>) =>
    value === 0 ? (
      "0"
    ) : (
      <Link href={callList.link({ intent: id, within: "any", ...more })} className={FIGURE_LINK}>
        {value.toLocaleString("en")}
      </Link>
    );
  return (
    <>
      <PageHead
        title={<Untrusted>{name}</Untrusted>}
        mark={<Marks intent={intent} />}
        crumbs={[
          { href: "/rationales", label: "Rationales" },
          { href: "/rationales/intents", label: "Intents" },
        ]}
        description={
          named ? (
            <>
              Named by a person. The grouping calls it “<Untrusted>{groupedName}</Untrusted>”. Tenant{" "}
              {tenantKey}.
            </>
          ) : (
            `Named by a clause that these rationales share and others lack. Tenant ${tenantKey}.`
          )
        }
      />
      {formerly !== null && (
        <p role="status" className="text-sm">
          “<Untrusted>{formerly}</Untrusted>” is part of this intent now.
        </p>
      )}
      {acts}
      <Reviewed intent={intent} />
      <FactStrip
        label="The intent"
        items={[
          { term: "Calls", value: figure(calls, {}), note: INTENT_STATES[state] },
          { term: "Failed", value: figure(failed, { class: "failed" }), note: shareWords(failed, calls) },
          { term: "Held for a person", value: figure(held, { held: "yes" }), note: shareWords(held, calls) },
          {
            term: "Ways to say it",
            value: (
              <a href="#said" className={FIGURE_LINK}>
                {templates.toLocaleString("en")}
              </a>
            ),
          },
          {
            term: "Tools",
            value: tools.length.toLocaleString("en"),
            note: <Untrusted>{tools.slice(0, TOOLS_SHOWN).join(", ")}</Untrusted>,
          },
          ...(lastAt ? [{ term: "Newest call", value: <Time value={lastAt} form="relative" /> }] : []),
        ]}
      />
    </>
  );
}

/** A person's review, the calls since, and the issue made of it. */
function Reviewed({ intent }: { intent: IntentView }) {
  const { review, reviewNote, reviewedBy, reviewedAt, callsSince, issue } = intent;
  if (review === "open" && !issue) return null;
  return (
    <div className="flex flex-col gap-1 text-sm">
      {review !== "open" && reviewedAt && (
        <p className="wrap-anywhere">
          {review === "actioned" ? "Actioned" : "Reviewed"} by{" "}
          <Untrusted>{reviewedBy ?? "a user who is gone"}</Untrusted>,{" "}
          <Time value={reviewedAt} form="relative" />
          {callsSince !== null && `; ${counted(callsSince, "call")} since`}.
          {reviewNote && (
            <>
              {" "}
              <q>
                <Untrusted>{reviewNote}</Untrusted>
              </q>
            </>
          )}
        </p>
      )}
      {issue && (
        <p>
          Feedback issue{" "}
          <Link href={`/feedback/${issue.id}`} className="text-accent underline">
            {issue.ref}
          </Link>{" "}
          was made of it.
        </p>
      )}
    </div>
  );
}
