import type { ReactNode } from "react";
import { StatusMark } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Card } from "@/components/ui/page";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import { CHANNEL_WORDS, KIND_WORDS, STATE_WORDS } from "@/components/words/notifications";
import { PRESET_FACTS } from "@/lib/channels/destinations/types";
import { DestinationActs } from "./destination-acts";
import type { DestinationChoices, DestinationRow } from "./types";

type Props = {
  rows: readonly DestinationRow[];
  choices: DestinationChoices;
  severalTenants: boolean;
  create: ReactNode;
};

// The rest is in the form.
const EVENTS_SHOWN = 3;

/** Destinations by tenant and name, with what last became of a message to each. */
export function DestinationList({ rows, choices, severalTenants, create }: Props) {
  return (
    <Card flush>
      {rows.length === 0 ? (
        <EmptyState icon="bell" title="No destinations" action={create}>
          Add a Slack channel, a mailing list or a webhook, so that a whole team learns of waiting calls.
        </EmptyState>
      ) : (
        <ul aria-label="Destinations" className="divide-y divide-border">
          {rows.map((row) => (
            <li
              key={row.id}
              data-row
              className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3.5 py-(--row-pad)"
            >
              <div className="flex min-w-0 flex-1 basis-72 flex-col gap-0.5">
                <span className="flex flex-wrap items-center gap-2 font-medium text-sm">
                  <Untrusted>{row.name}</Untrusted>
                  {row.offAt && <StatusMark icon="ban">Off</StatusMark>}
                </span>
                <Facts row={row} withTenant={severalTenants} />
                <Last row={row} />
              </div>
              <DestinationActs row={row} choices={choices} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Facts({ row, withTenant }: { row: DestinationRow; withTenant: boolean }) {
  const { channel, webhook, address, tenant, group, minRisk, events } = row;
  const service = webhook ? PRESET_FACTS[webhook.preset].label : CHANNEL_WORDS[channel];
  const named = events
    .slice(0, EVENTS_SHOWN)
    .map((kind) => KIND_WORDS[kind].name.replace(/ (for|to) you$/, ""));
  const others = events.length - named.length;
  return (
    <p className="text-fg-muted text-xs wrap-anywhere">
      {service} · <Untrusted>{address}</Untrusted>
      {withTenant && ` · ${tenant.key}`}
      {group &&
        ("name" in group ? ` · calls of ${group.name}` : " · its group was deleted, so it gets no calls")}
      {minRisk !== "low" && ` · ${RISK_WORDS[minRisk]} risk and higher`}
      {" · "}
      {named.join(", ")}
      {others > 0 && ` and ${counted(others, "other event", "other events")}`}
    </p>
  );
}

function Last({ row: { offReason, last, channel, webhook } }: { row: DestinationRow }) {
  return (
    <>
      {offReason && (
        <p className="text-xs wrap-anywhere">
          Off: <Untrusted>{offReason}</Untrusted>
        </p>
      )}
      {channel === "webhook" && webhook === null && (
        <p className="text-risk-high text-xs">
          Stored under another AUTH_SECRET. Edit it and type URL and secret again.
        </p>
      )}
      <p className="text-fg-muted text-xs wrap-anywhere">
        {last ? (
          <>
            Last:{" "}
            <Link href={`/notifications/${last.id}`} className="text-accent hover:underline">
              {STATE_WORDS[last.state]}
            </Link>{" "}
            <Time value={last.at} form="relative" />
            {last.reason && (
              <>
                {": "}
                <Untrusted>{last.reason}</Untrusted>
              </>
            )}
          </>
        ) : (
          "Nothing was sent yet."
        )}
      </p>
    </>
  );
}
