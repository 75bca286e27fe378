import Link from "next/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { DECISION_WORDS, STEP_DECIDE, STEP_TOLD } from "@/components/words/start";
import type { FirstSteps } from "@/lib/onboarding/types";
import { CommandLine } from "./command-line";
import { askCall } from "./commands";

/** How the gateway learns what was decided. */
export function ToldStep({
  steps: { gateway, call, told },
  publicUrl,
  shown,
}: {
  steps: FirstSteps;
  publicUrl: string;
  shown: string | null;
}) {
  if (!gateway || !call || !told) return <p className="text-fg-muted">{STEP_TOLD.before}</p>;
  const decided = STEP_DECIDE.decided(DECISION_WORDS[call.decision] ?? call.decision, call.decidedBy);
  if (told.by === "asking") {
    return (
      <>
        <p role="status">
          <Untrusted>{decided}</Untrusted>. {told.asked ? STEP_TOLD.asked : STEP_TOLD.asking}
        </p>
        {!told.asked && (
          <CommandLine
            label={STEP_TOLD.askLabel}
            copy={STEP_TOLD.copy}
            text={askCall(publicUrl, shown ?? "$COUNTERSIGN_KEY", call.id)}
          />
        )}
      </>
    );
  }
  const text = {
    delivered: STEP_TOLD.delivered,
    dead: STEP_TOLD.dead,
    waiting: STEP_TOLD.trying,
    sending: STEP_TOLD.trying,
  };
  return (
    <>
      <p role="status">
        <Untrusted>{decided}</Untrusted>. {text[told.state]}
      </p>
      {told.error && told.state !== "delivered" && (
        <p className="text-fg-muted">
          {STEP_TOLD.lastError} <Untrusted>{told.error}</Untrusted>
        </p>
      )}
      {told.deliveryId && (
        <p>
          <Link
            href={`/gateways/${gateway.id}/deliveries/${told.deliveryId}`}
            className="text-accent hover:underline"
          >
            {STEP_TOLD.see}
          </Link>
        </p>
      )}
    </>
  );
}
