import type { ReactNode } from "react";
import { StatusMark } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { callsHref } from "@/components/words/tool";
import { callList } from "@/lib/calls/log/list";
import type { OtherUse } from "@/lib/signals/findings/purposes/types";
import type { Proof, ProvenFinding } from "@/lib/signals/findings/types";
import type { Mute } from "@/lib/tools/findings/types";
import { findingTitle } from "./finding-words";
import { MuteFinding } from "./mute-finding";
import { SinceVersion } from "./since-version";

/** One finding: the fault, the calls that prove it, and the fix. */
export function OneFinding({
  finding,
  mayMute,
  named = false,
}: {
  finding: ProvenFinding;
  mayMute: boolean;
  /** Whether to name its tool, which a tool's own page omits. */
  named?: boolean;
}) {
  const { tool, code, severity, pointer, message, proof, other, mute, effect, gone } = finding;
  const warning = severity === "warning";
  return (
    <li className="flex items-start gap-3 border-border px-4 py-3 not-first:border-t max-sm:flex-col max-sm:gap-2">
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        {named && <ToolName tool={tool} />}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <StatusMark icon={warning ? "alert" : "info"} strong={warning}>
            {warning ? "Warning" : "Remark"}
          </StatusMark>
          <b className="font-medium">{findingTitle(code)}</b>
          {pointer !== "" && (
            <Untrusted mono className="text-xs text-fg-muted wrap-anywhere">
              {pointer}
            </Untrusted>
          )}
        </p>
        <p className="text-sm text-fg-muted">
          <Untrusted>{message}</Untrusted>
        </p>
        {proof && <Proven tool={tool} proof={proof} />}
        {other && <UsedOtherwise tool={tool} other={other} />}
        {!gone && <Proposal finding={finding} />}
        {effect && <SinceVersion tool={tool} effect={effect} gone={gone} />}
        {mute && <Muted mute={mute} />}
      </div>
      {mayMute && !gone && (
        <MuteFinding
          finding={{ toolId: tool.id, version: tool.version, code, pointer }}
          title={findingTitle(code)}
          muted={mute !== null}
        />
      )}
    </li>
  );
}

function Muted({ mute }: { mute: Mute }) {
  return (
    <p className="text-sm text-fg-muted">
      Muted by <Untrusted>{mute.by ?? "a user who is gone"}</Untrusted>,{" "}
      <Time value={mute.at} form="relative" />:{" "}
      <q>
        <Untrusted>{mute.reason}</Untrusted>
      </q>
    </p>
  );
}

function ToolName({ tool }: { tool: ProvenFinding["tool"] }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <Link
        href={`/tools/${tool.id}/definition#findings`}
        data-key="row"
        className="mono inline-flex min-h-6 items-center font-medium underline-offset-2 wrap-anywhere hover:underline"
      >
        <Untrusted mono>{tool.name}</Untrusted>
      </Link>
      <span className="text-xs text-fg-muted">
        <Untrusted mono>{tool.provider}</Untrusted> · <Untrusted>{tool.gateway}</Untrusted> · v{tool.version}
      </span>
    </p>
  );
}

/** The refused calls, their values, and the tool's messages. */
function Proven({ tool, proof }: { tool: ProvenFinding["tool"]; proof: Proof }) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p>
        <Link
          href={callsHref(tool, "validation_error")}
          className="inline-flex min-h-6 items-center text-accent hover:underline"
        >
          {counted(proof.calls, "refused call")}
        </Link>{" "}
        in {counted(proof.sessions, "session")}. <span className="text-fg-muted">The tool said:</span>{" "}
        <q className="text-fg-muted italic">
          <Untrusted limit={300}>{proof.message}</Untrusted>
        </q>
      </p>
      {proof.values.length > 0 && (
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <span className="text-fg-muted">Sent:</span>
          {proof.values.map(({ value, calls }) => (
            <Sent key={value} calls={calls}>
              <Untrusted mono>{value}</Untrusted>
            </Sent>
          ))}
        </p>
      )}
    </div>
  );
}

// A sentence or two each.
const RATIONALE_CHARS = 300;

/** Calls made for another purpose, their rationales, and the tool that fits them. */
function UsedOtherwise({ tool, other }: { tool: ProvenFinding["tool"]; other: OtherUse }) {
  const { calls, judged, sessions, rationales, better, intents } = other;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p>
        <Link
          href={callList.link({ tool: tool.name, gateway: tool.gateway, purpose: "other", within: "any" })}
          className="inline-flex min-h-6 items-center text-accent hover:underline"
        >
          {calls.toLocaleString("en")} of {counted(judged, "call")}
        </Link>{" "}
        in {counted(sessions, "session")}.{" "}
        {better && (
          <>
            <span className="text-fg-muted">What they want is described by</span>{" "}
            <Link
              href={`/tools/${better.id}`}
              className="mono inline-flex min-h-6 items-center text-accent wrap-anywhere hover:underline"
            >
              <Untrusted mono>{better.name}</Untrusted>
            </Link>
            .
          </>
        )}
      </p>
      {intents.length > 0 && <Intents intents={intents} />}
      {rationales.length > 0 && <p className="text-fg-muted">Their rationales:</p>}
      <ul className="flex flex-col gap-1 text-fg-muted italic">
        {rationales.map((rationale) => (
          <li key={rationale}>
            <q className="wrap-anywhere">
              <Untrusted limit={RATIONALE_CHARS}>{rationale}</Untrusted>
            </q>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The intents of the calls, each with everything that agents said about it. */
function Intents({ intents }: { intents: OtherUse["intents"] }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="text-fg-muted">{intents.length === 1 ? "Their intent:" : "Their intents:"}</span>
      {intents.map(({ id, name }) => (
        <Link
          key={id}
          href={`/rationales/intents/${id}`}
          className="inline-flex min-h-6 items-center text-accent wrap-anywhere hover:underline"
        >
          <Untrusted>{name}</Untrusted>
        </Link>
      ))}
    </p>
  );
}

function Sent({ calls, children }: { calls: number; children: ReactNode }) {
  return (
    <span className="inline-flex items-baseline gap-1">
      <code className="rounded-chip bg-sunken px-1 text-xs wrap-anywhere">{children}</code>
      {calls > 1 && <span className="tnum text-xs text-fg-subtle">×{calls.toLocaleString("en")}</span>}
    </span>
  );
}

function Proposal({ finding: { proposal, patch } }: { finding: ProvenFinding }) {
  if (proposal === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <span className="text-fg-muted">Proposal:</span>
      <Untrusted className="wrap-anywhere">{proposal}</Untrusted>
      {patch && (
        <CopyButton text={JSON.stringify(patch, null, 2)} label="Copy as JSON Patch">
          <span className="text-xs">JSON Patch</span>
        </CopyButton>
      )}
    </p>
  );
}
