"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import {
  START,
  STEP_CALL,
  STEP_DECIDE,
  STEP_GATEWAY,
  STEP_RECEIVER,
  STEP_TOLD,
} from "@/components/words/start";
import type { FirstSteps } from "@/lib/onboarding/types";
import { CommandLine } from "./command-line";
import { isOnThisMachine, receiveCall, testCall } from "./commands";
import { FirstGateway, GatewayThere, type StartActions } from "./first-gateway";
import { Step, type StepState } from "./step";
import { ToldStep } from "./told-step";

// In this tab only, and gone with it: the server keeps no key.
const KEY_STORE = "countersign-first-key";

const READ_EVERY_MS = 1_500;

/** Remembers the key over a reload of this tab. */
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

/** From an empty installation to a decided call. What is done is read from the server every moment while it is open. */
export function Checklist({
  steps,
  actions,
  publicUrl,
  local,
}: {
  steps: FirstSteps;
  actions: StartActions;
  publicUrl: string;
  local: boolean;
}) {
  const router = useRouter();
  const { gateway, key, call, told } = steps;
  const [shown, show] = useShownKey(gateway?.id);
  const finished = told !== null && (told.by === "callback" ? told.state === "delivered" : told.asked);

  useEffect(() => {
    if (gateway === null || finished) return;
    const timer = setInterval(
      () => document.visibilityState === "visible" && router.refresh(),
      READ_EVERY_MS,
    );
    return () => clearInterval(timer);
  }, [gateway, finished, router]);

  const reached = [
    gateway !== null && key !== null,
    gateway !== null && key !== null && (call !== null || gateway.callbackUrl === null),
    call !== null,
    call !== null && call.decision !== "pending",
    finished,
  ];
  // Whoever got to a later step did the ones before it, whatever was revoked or changed since.
  const done = reached.map((_, index) => reached.slice(index).includes(true));
  // A receiver cannot be seen from here; it is ready when somebody says so by sending the call.
  const first = done.indexOf(false);
  const state = (index: number): StepState =>
    done[index] ? "done" : index === first || (first === 1 && index === 2) ? "next" : "later";

  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-3">
        <Step n={1} title={STEP_GATEWAY.title} state={state(0)}>
          {gateway ? (
            <GatewayThere
              steps={{ ...steps, gateway }}
              shown={shown !== null}
              createKey={actions.createKey}
              onKey={show}
            />
          ) : (
            <>
              <p className="text-fg-muted">{STEP_GATEWAY.lead}</p>
              <FirstGateway
                actions={actions}
                local={local}
                onKey={(made) => {
                  show(made);
                  router.refresh();
                }}
              />
            </>
          )}
        </Step>
        <Step n={2} title={STEP_RECEIVER.title} state={state(1)}>
          {gateway?.callbackUrl && isOnThisMachine(gateway.callbackUrl) ? (
            <>
              <p className="text-fg-muted">{STEP_RECEIVER.lead}</p>
              <CommandLine
                label={STEP_RECEIVER.label}
                copy={STEP_RECEIVER.copy}
                text={receiveCall(gateway.name, gateway.callbackUrl)}
              />
            </>
          ) : (
            <p className="text-fg-muted">{gateway ? STEP_RECEIVER.none : STEP_RECEIVER.lead}</p>
          )}
        </Step>
        <Step n={3} title={STEP_CALL.title} state={state(2)}>
          {gateway && shown && (
            <>
              <p className="text-fg-muted">{STEP_CALL.lead}</p>
              <CommandLine
                label={STEP_CALL.label}
                copy={STEP_CALL.copy}
                text={testCall(publicUrl, shown, gateway.tenant)}
              />
            </>
          )}
          {!shown && call === null && <p className="text-fg-muted">{STEP_CALL.needsKey}</p>}
          <p role="status" className="text-fg-muted">
            {gateway && shown && call === null ? STEP_CALL.waiting : ""}
          </p>
        </Step>
        <Step n={4} title={STEP_DECIDE.title} state={state(3)}>
          <DecideStep call={call} />
        </Step>
        <Step n={5} title={STEP_TOLD.title} state={state(4)}>
          <ToldStep steps={steps} publicUrl={publicUrl} shown={shown} />
        </Step>
      </ol>
      <div role="status" className="empty:hidden">
        {finished && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1 text-sm">
            <p className="min-w-0 flex-1">{START.allDone}</p>
            <ButtonLink href="/approvals">{START.toQueue}</ButtonLink>
            <ButtonLink href="/docs/connecting" variant="primary">
              {START.toDocs}
            </ButtonLink>
          </div>
        )}
      </div>
    </div>
  );
}

function DecideStep({ call }: { call: FirstSteps["call"] }) {
  if (!call) return <p className="text-fg-muted">{STEP_DECIDE.before}</p>;
  return (
    <>
      {call.decision === "pending" && <p className="text-fg-muted">{STEP_DECIDE.lead}</p>}
      <p className="flex flex-wrap items-center gap-2">
        <RiskMark risk={call.risk} />
        <Link href={`/approvals/${call.id}`} className="font-medium text-accent hover:underline">
          <Untrusted>{call.headline}</Untrusted>
        </Link>
      </p>
      {call.decision === "pending" && (
        <div>
          <ButtonLink href={`/approvals/${call.id}`} variant="primary">
            {STEP_DECIDE.open}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
