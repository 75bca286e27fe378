import { Suspense } from "react";
import { Banner } from "@/components/ui/banner";
import { Time } from "@/components/ui/time";
import { ATTENTION } from "@/components/words/approvals/acknowledge";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { revealedText } from "@/lib/core/text/hidden";
import { Said } from "../said";
import type { AcknowledgeActions } from "../triage/acknowledge-dialog";
import { AcknowledgeControl } from "../triage/shown-parts";

/** What went wrong with the call, or who has dealt with it since. Nothing while nothing is wrong. */
export function AttentionSection({
  view,
  mayDecide,
  actions,
}: {
  view: ApprovalView;
  mayDecide: boolean;
  actions: AcknowledgeActions;
}) {
  const { attention, id, changedAt } = view;
  if (!attention) return null;
  const settled = attention === "needed" ? null : attention;
  const headline = revealedText(view.headline.map((part) => part.text).join(""));
  const untold = view.execution === "lapsed" ? ATTENTION.undeliveredEither : ATTENTION.undelivered;
  const wrong = [ATTENTION.wrong[view.execution], view.undelivered ? untold : null];
  return (
    <Banner
      icon={settled ? "check-circle" : "alert"}
      title={
        settled ? (
          <>
            {ATTENTION.settled} <Said text={settled.by} />, <Time value={settled.at} form="relative" />
          </>
        ) : (
          ATTENTION.title
        )
      }
    >
      {settled ? (
        settled.note && (
          <p>
            “<Said text={settled.note} lines />”
          </p>
        )
      ) : (
        <p>{wrong.filter(Boolean).join(" ")}</p>
      )}
      {mayDecide ? (
        <Suspense fallback={null}>
          <AcknowledgeControl
            call={{ id, changedAt, headline }}
            acknowledgedAt={settled?.at ?? null}
            actions={{ settle: actions.settle, unsettle: actions.unsettle }}
          />
        </Suspense>
      ) : null}
    </Banner>
  );
}
