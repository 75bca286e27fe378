import { Banner } from "@/components/ui/banner";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { ranAlthoughRevoked } from "@/lib/approvals/rules";
import type { ExecutionWord } from "@/lib/approvals/types";
import { revealedText } from "@/lib/core/text/reveal";
import { headlineText } from "../headline-text";
import { AcknowledgeControl } from "../triage/shown-parts";

const WRONG: Partial<Record<ExecutionWord, string>> = {
  failed: "The approved call ran, and the gateway reports an error.",
  unknown:
    "The approved call started, and the gateway cannot say how it ended. It may or may not have run. Check before you repeat it.",
  lapsed: "The approved call did not run in time. It will not run now; the agent has to ask again.",
};

const RAN_REVOKED =
  "The call ran although its approval was revoked. The gateway started it before it received the revocation. Check what it did and undo what you can.";

/** What went wrong with the call, or who acknowledged it. Empty if nothing went wrong. */
export function AttentionSection({ view, mayDecide }: { view: ApprovalView; mayDecide: boolean }) {
  const { attention, id, changedAt } = view;
  if (!attention) return null;
  const settled = attention === "needed" ? null : attention;
  const headline = revealedText(headlineText(view));
  const untold =
    view.execution === "lapsed"
      ? "The callback to the gateway failed too."
      : "The callback to the gateway failed. Send it again below, or inform the gateway another way.";
  const ran = ranAlthoughRevoked(view) ? RAN_REVOKED : null;
  const wrong = [ran, ran ? null : WRONG[view.execution], view.undelivered ? untold : null];
  return (
    <Banner
      icon={settled ? "check-circle" : "alert"}
      title={
        settled ? (
          <>
            Acknowledged by <Untrusted>{settled.by}</Untrusted>, <Time value={settled.at} form="relative" />
          </>
        ) : (
          "Needs attention"
        )
      }
    >
      {settled ? (
        settled.note && (
          <p>
            “<Untrusted lines>{settled.note}</Untrusted>”
          </p>
        )
      ) : (
        <p>{wrong.filter(Boolean).join(" ")}</p>
      )}
      {mayDecide ? (
        <AcknowledgeControl
          call={{ id, changedAt, headline, risk: view.risk }}
          acknowledgedAt={settled?.at ?? null}
        />
      ) : null}
    </Banner>
  );
}
