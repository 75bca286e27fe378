import { FactStrip } from "@/components/ui/list/fact-strip";
import { Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { durationText, failedShare, OUTCOME_WORDS } from "@/components/words/rationales";
import type { SessionHead } from "@/lib/calls/log/types";

const NAMES_SHOWN = 4;

const someOf = (names: readonly string[]) =>
  names.slice(0, NAMES_SHOWN).join(", ") + (names.length > NAMES_SHOWN ? "…" : "");

export function SessionHeader({ head }: { head: SessionHead }) {
  const outcomes = head.outcomes
    .map(({ outcome, calls }) => `${OUTCOME_WORDS[outcome]} ${calls}`)
    .join(" · ");
  return (
    <Section
      id="session-head"
      title={
        <>
          Session{" "}
          <code>
            <Untrusted>{head.session}</Untrusted>
          </code>
        </>
      }
    >
      <FactStrip
        label="Session"
        items={[
          {
            term: "Calls",
            value: head.calls.toLocaleString("en"),
            note: head.more ? "and earlier ones" : null,
          },
          {
            term: "Lasted",
            value: durationText(head.to.getTime() - head.from.getTime()),
            note: (
              <>
                from <Time value={head.from} />
              </>
            ),
          },
          {
            term: "Failed",
            value: head.failed.toLocaleString("en"),
            note: failedShare(head.failed, head.calls),
          },
          { term: "Outcomes", value: head.outcomes.length, note: outcomes },
          {
            term: "Agents",
            value: head.agents.length,
            note: <Untrusted>{someOf(head.agents)}</Untrusted>,
          },
          { term: "Tenant", value: head.tenants.join(", ") },
        ]}
      />
    </Section>
  );
}
