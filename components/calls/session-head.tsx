import { FactStrip } from "@/components/ui/list/fact-strip";
import { Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { durationText, FIGURES, OUTCOME_WORDS, SESSION } from "@/components/words/rationales";
import type { SessionHead, SessionLinks } from "@/lib/calls/log/types";
import { SessionLinksList } from "./session-links";

const NAMES_SHOWN = 4;

const someOf = (names: readonly string[]) =>
  names.slice(0, NAMES_SHOWN).join(", ") + (names.length > NAMES_SHOWN ? "…" : "");

/** What a session's calls say together, and what else is known of it. */
export function SessionHeader({ head, links }: { head: SessionHead; links: SessionLinks }) {
  const outcomes = head.outcomes
    .map(({ outcome, calls }) => `${OUTCOME_WORDS[outcome]} ${calls}`)
    .join(" · ");
  return (
    <Section
      id="session-head"
      title={
        <>
          {SESSION.title}{" "}
          <code>
            <Untrusted>{head.session}</Untrusted>
          </code>
        </>
      }
    >
      <FactStrip
        label={SESSION.title}
        items={[
          {
            term: SESSION.calls,
            value: head.calls.toLocaleString("en"),
            note: head.more ? SESSION.more : null,
          },
          {
            term: SESSION.duration,
            value: durationText(head.to.getTime() - head.from.getTime()),
            note: (
              <>
                {SESSION.from.toLowerCase()} <Time value={head.from} />
              </>
            ),
          },
          {
            term: SESSION.failed,
            value: head.failed.toLocaleString("en"),
            note: FIGURES.failedShare(head.failed, head.calls),
          },
          { term: SESSION.outcomes, value: head.outcomes.length, note: outcomes },
          {
            term: SESSION.agents,
            value: head.agents.length,
            note: <Untrusted>{someOf(head.agents)}</Untrusted>,
          },
          { term: SESSION.tenant, value: head.tenants.join(", ") },
        ]}
      />
      <SessionLinksList links={links} />
    </Section>
  );
}
