"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { Link } from "@/components/ui/link";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import type { FirstSteps } from "@/lib/onboarding/types";
import { CommandLine } from "./command-line";
import { receiveCall, testCall } from "./commands";
import { FirstGateway, GatewayThere } from "./first-gateway";
import { Step } from "./step";
import { statesOf, usesReceiver } from "./step-states";
import { decidedText, ToldStep } from "./told-step";

// In this tab's storage only: the server keeps no key.
const KEY_STORE = "countersign-first-key";

const READ_EVERY_MS = 1_500;

/** Keeps the key across reloads of this tab. */
function useShownKey(gatewayId: string | undefined) {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    const [owner, key] = (sessionStorage.getItem(KEY_STORE) ?? "").split(" ");
    if (key && owner === gatewayId) setShown(key);
    else if (key && owner === "" && gatewayId) sessionStorage.setItem(KEY_STORE, `${gatewayId} ${key}`);
  }, [gatewayId]);
  const show = (key: string) => {
    sessionStorage.setItem(KEY_STORE, `${gatewayId ?? ""} ${key}`);
    setShown(key);
  };
  return [shown, show] as const;
}

const RECEIVER =
  "The receiver acts as your gateway. It checks the signature of every callback and prints what it received. It reports an approved call as run without running anything. Start it in Countersign's folder and leave it running.";

/**
 * From an empty installation to a decided call. Reads the finished steps from the server while it
 * is open.
 */
export function Checklist({
  steps,
  publicUrl,
  local,
  command,
}: {
  steps: FirstSteps;
  publicUrl: string;
  local: boolean;
  command: string;
}) {
  const router = useRouter();
  const { gateway, call } = steps;
  const [shown, show] = useShownKey(gateway?.id);
  const { finished, states } = statesOf(steps);
  const state = (index: number) => states[index] ?? "later";

  useEffect(() => {
    if (gateway === null || finished) return;
    const timer = setInterval(
      () => document.visibilityState === "visible" && router.refresh(),
      READ_EVERY_MS,
    );
    return () => clearInterval(timer);
  }, [gateway, finished, router]);

  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-3">
        <Step n={1} title="Let a gateway in" state={state(0)}>
          {gateway ? (
            <GatewayThere steps={{ ...steps, gateway }} shown={shown !== null} onKey={show} />
          ) : (
            <>
              <p className="text-fg-muted">
                A gateway is the system that posts calls and carries them out. It needs a name, a tenant (the
                organisation it acts for), and a key.
              </p>
              <FirstGateway
                local={local}
                onKey={(made) => {
                  show(made);
                  router.refresh();
                }}
              />
            </>
          )}
        </Step>
        <Step n={2} title="Start a receiver" state={state(1)}>
          <ReceiverStep gateway={gateway} command={command} />
        </Step>
        <Step n={3} title="Send a test call" state={state(2)}>
          <CallStep steps={steps} publicUrl={publicUrl} shown={shown} />
        </Step>
        <Step n={4} title="Decide it" state={state(3)}>
          <DecideStep call={call} />
        </Step>
        <Step n={5} title="See the decision arrive" state={state(4)}>
          <ToldStep steps={steps} publicUrl={publicUrl} shown={shown} />
        </Step>
      </ol>
      <div role="status" className="empty:hidden">
        {finished && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1 text-sm">
            <p className="min-w-0 flex-1">
              That was the whole loop. A real gateway does the same with your agents' calls.
            </p>
            <ButtonLink href="/approvals">Go to approvals</ButtonLink>
            <ButtonLink href="/docs/connecting" variant="primary">
              Connect a real gateway
            </ButtonLink>
          </div>
        )}
      </div>
    </div>
  );
}

function ReceiverStep({ gateway, command }: { gateway: FirstSteps["gateway"]; command: string }) {
  if (gateway && !usesReceiver(gateway))
    return (
      <p className="text-fg-muted wrap-anywhere">
        {gateway.callbackUrl ? (
          <>
            Nothing to start here: this gateway is called back at <Untrusted>{gateway.callbackUrl}</Untrusted>
            . The last step shows whether anything answers there.
          </>
        ) : (
          "Nothing to start: this gateway has no callback URL and asks for the decision itself."
        )}
      </p>
    );
  return (
    <>
      <p className="text-fg-muted">{RECEIVER}</p>
      {gateway?.callbackUrl && (
        <CommandLine
          label="Command that starts the receiver"
          copy="Copy the command"
          text={receiveCall(gateway.name, gateway.callbackUrl, command)}
        />
      )}
    </>
  );
}

function CallStep({
  steps: { gateway, call },
  publicUrl,
  shown,
}: {
  steps: FirstSteps;
  publicUrl: string;
  shown: string | null;
}) {
  return (
    <>
      {gateway && shown && (
        <>
          <p className="text-fg-muted">
            Run it in another terminal. The command contains the key.{" "}
            {gateway.callbackUrl === null || usesReceiver(gateway)
              ? "Nothing runs, even if you approve it."
              : "If you approve it, the gateway runs it like any other call. Reject it if that would do harm."}
          </p>
          <CommandLine
            label="Command that sends a test call"
            copy="Copy the command"
            text={testCall(publicUrl, shown, gateway.tenant)}
          />
        </>
      )}
      {!shown && (call === null || isOver(call)) && (
        <p className="text-fg-muted">Make a key above to see the command with the key in it.</p>
      )}
      <p role="status" className="text-fg-muted">
        {gateway && shown && call === null ? "Waiting for the call…" : ""}
      </p>
    </>
  );
}

/** Whether something other than this person's decision ended the call. */
function isOver(call: NonNullable<FirstSteps["call"]>): boolean {
  return call.decision !== "pending" && !call.yours;
}

function DecideStep({ call }: { call: FirstSteps["call"] }) {
  if (!call) return <p className="text-fg-muted">This comes once the call has arrived.</p>;
  return (
    <>
      {call.decision === "pending" && <p className="text-fg-muted">The call waits for a person now.</p>}
      {isOver(call) && (
        <p className="text-fg-muted">
          <Untrusted>{decidedText(call)}</Untrusted>. Send another test call, and decide that one yourself.
        </p>
      )}
      <p className="flex flex-wrap items-center gap-2">
        <RiskMark risk={call.risk} />
        <Link href={`/approvals/${call.id}`} className="font-medium text-accent hover:underline">
          <Untrusted>{call.headline}</Untrusted>
        </Link>
      </p>
      {call.decision === "pending" && (
        <div>
          <ButtonLink href={`/approvals/${call.id}`} variant="primary">
            Open the call
          </ButtonLink>
        </div>
      )}
    </>
  );
}
