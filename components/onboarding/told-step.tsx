import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { DECIDED_WORDS } from "@/components/words/approvals/status";
import type { DecisionWord } from "@/lib/approvals/types";
import type { FirstSteps } from "@/lib/onboarding/types";
import { CommandLine } from "./command-line";
import { askCall } from "./commands";
import { usesReceiver } from "./step-states";

/** "Approved by Ines": how a call ended. A timeout has no name. */
export function decidedText({ decision, decidedBy }: NonNullable<FirstSteps["call"]>): string {
  const word = DECIDED_WORDS[decision as DecisionWord];
  return decidedBy === null || decision === "expired" ? word : `${word} by ${decidedBy}`;
}

/** How the gateway receives the decision. */
export function ToldStep({
  steps: { gateway, call, told },
  publicUrl,
  shown,
}: {
  steps: FirstSteps;
  publicUrl: string;
  shown: string | null;
}) {
  if (!gateway || !call || !told) return <p className="text-fg-muted">This comes after the decision.</p>;
  const decided = decidedText(call);
  if (told.by === "asking") {
    return (
      <>
        <p role="status">
          <Untrusted>{decided}</Untrusted>.{" "}
          {told.asked
            ? "The gateway asked and learned of the decision."
            : "This gateway asks for the decision itself. Ask as it would:"}
        </p>
        {!told.asked && (
          <CommandLine
            label="Command that asks for the decision"
            copy="Copy the command"
            text={askCall(publicUrl, shown ?? "$COUNTERSIGN_KEY", call.id)}
          />
        )}
      </>
    );
  }
  const isHere = usesReceiver(gateway);
  const trying = isHere
    ? "Sending the callback. If the receiver is not running, start it. Countersign retries the callback."
    : "Sending the callback. Countersign retries while nothing answers at the callback URL.";
  const text = {
    delivered: `The ${isHere ? "receiver" : "gateway"} acknowledged the signed callback.`,
    dead: `The callback failed. ${isHere ? "Start the receiver" : "Make sure that something answers at the callback URL"}, then send the callback again from its page.`,
    waiting: trying,
    sending: trying,
  };
  return (
    <>
      <p role="status">
        <Untrusted>{decided}</Untrusted>. {text[told.state]}
      </p>
      {told.error && told.state !== "delivered" && (
        <p className="text-fg-muted">
          Last response: <Untrusted>{told.error}</Untrusted>
        </p>
      )}
      {told.deliveryId && (
        <p>
          <Link
            href={`/gateways/${gateway.id}/deliveries/${told.deliveryId}`}
            className="text-accent hover:underline"
          >
            See the signed request and the response
          </Link>
        </p>
      )}
    </>
  );
}
