import { Link } from "@/components/ui/link";
import { Untrusted, UntrustedQuote } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { SectionTitle } from "./section-title";

const SHOWN_CHARS = 600;

/** The newest question to the agent, with its reply, among what a decision rests on. */
export function AskedSection({ view }: { view: ApprovalView }) {
  const asked = view.notes.findLast(({ kind }) => kind === "question");
  if (!asked || view.decision !== "pending") return null;
  const reply = view.notes.find(({ questionId }) => questionId === asked.id);
  const count = view.notes.filter(({ kind }) => kind === "question").length;
  return (
    <section aria-labelledby="asked">
      <SectionTitle
        id="asked"
        title="Asked the agent"
        note={
          <>
            {asked.author ? <Untrusted>{asked.author.name}</Untrusted> : "A former user"} ·{" "}
            <Time value={asked.at} />
            {count > 1 ? (
              <>
                {" · "}
                <Link href="#timeline" className="underline underline-offset-2">
                  all {count} questions
                </Link>
              </>
            ) : null}
          </>
        }
      />
      <p className="mb-1.5 text-sm">
        <Untrusted lines limit={SHOWN_CHARS}>
          {asked.text ?? ""}
        </Untrusted>
      </p>
      {reply?.text ? (
        <UntrustedQuote title="The agent’s reply" caption="its own words, not verified">
          <Untrusted lines limit={SHOWN_CHARS}>
            {reply.text}
          </Untrusted>
        </UntrustedQuote>
      ) : (
        <p className="text-fg-muted text-sm">
          No reply yet. The call goes on waiting, with the same deadline.
        </p>
      )}
    </section>
  );
}
