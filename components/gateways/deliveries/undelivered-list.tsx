import { Banner } from "@/components/ui/banner";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Card, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { counted } from "@/components/words/counts";
import type { UndeliveredRow } from "@/lib/delivery/types";
import { ReplayButton } from "../replay-button";
import { ReplayAllButton, ReplayAllHost } from "./replay-all";

const BLOCKED_WORDS: Record<NonNullable<UndeliveredRow["blocked"]>, string> = {
  "no-url": "It has no callback URL: register one before you send anything again.",
  off: "Its callback is switched off: switch it on before you send anything again.",
};

type Props = {
  rows: readonly UndeliveredRow[];
  /** Totals by gateway, beyond this page too. */
  counts: ReadonlyMap<string, number>;
  mayReplay: boolean;
};

/** Undelivered callbacks by gateway. */
export function UndeliveredList(props: Props) {
  const list = <Groups {...props} />;
  return props.mayReplay ? <ReplayAllHost>{list}</ReplayAllHost> : list;
}

function Groups({ rows, counts, mayReplay }: Props) {
  if (rows.length === 0) {
    return (
      <Card>
        <EmptyState icon="check-circle" title="No undelivered decisions">
          A callback the worker gives up on shows here, with the reason and a button to send it again.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      {!mayReplay && <Banner>Approvers and administrators can send it again.</Banner>}
      {[...byGateway(rows)].map(([gatewayId, own]) => (
        <OneGateway
          key={gatewayId}
          gatewayId={gatewayId}
          rows={own}
          count={counts.get(gatewayId) ?? own.length}
          mayReplay={mayReplay}
        />
      ))}
    </>
  );
}

function byGateway(rows: readonly UndeliveredRow[]): Map<string, UndeliveredRow[]> {
  const groups = new Map<string, UndeliveredRow[]>();
  for (const row of rows) groups.set(row.gatewayId, [...(groups.get(row.gatewayId) ?? []), row]);
  return groups;
}

function OneGateway({
  gatewayId,
  rows,
  count,
  mayReplay,
}: {
  gatewayId: string;
  rows: readonly UndeliveredRow[];
  count: number;
  mayReplay: boolean;
}) {
  const [first] = rows;
  if (!first) return null;
  const { gateway, blocked } = first;
  return (
    <Section
      id={`gateway-${gatewayId}`}
      title={
        <Link href={`/gateways/${gatewayId}`} className="hover:underline">
          <Untrusted>{gateway}</Untrusted>
        </Link>
      }
      actions={
        mayReplay && !blocked && <ReplayAllButton gatewayId={gatewayId} gateway={gateway} count={count} />
      }
    >
      {blocked && (
        <Banner tone="problem">
          {BLOCKED_WORDS[blocked]}{" "}
          <Link
            href={`/gateways/${gatewayId}/callback`}
            className="inline-flex min-h-6 items-center underline underline-offset-2"
          >
            Go to its callback
          </Link>
        </Banner>
      )}
      <Card flush>
        <ul aria-label="Callbacks the worker gave up on" className="divide-y divide-border">
          {rows.map((row) => (
            <Row key={row.id} row={row} replayable={mayReplay && !blocked && !row.lapsed} />
          ))}
        </ul>
      </Card>
    </Section>
  );
}

function Row({ row, replayable }: { row: UndeliveredRow; replayable: boolean }) {
  const href = `/gateways/${row.gatewayId}/deliveries/${row.id}`;
  return (
    <li data-row={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 max-sm:basis-full">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <Link
            href={href}
            data-key="row"
            className="mono inline-flex min-h-6 items-center text-sm font-medium wrap-anywhere hover:underline"
          >
            {row.type}
          </Link>
          <span className="text-xs text-fg-muted">
            <Untrusted>{row.tenant}</Untrusted>
            {` · ${counted(row.attempts, "attempt")}`}
            {row.finishedAt && (
              <>
                {" "}
                · given up <Time value={row.finishedAt} />
              </>
            )}
          </span>
        </span>
        {row.lastError && (
          <span className="text-sm text-fg-muted">
            <Untrusted>{row.lastError}</Untrusted>
          </span>
        )}
        {row.lapsed && (
          <span className="text-sm text-fg-muted">
            The approval was not used in time, so there is nothing left to send.
          </span>
        )}
        {row.approvalId && (
          <Link
            href={`/approvals/${row.approvalId}`}
            className="inline-flex min-h-6 items-center self-start text-xs text-fg-muted underline underline-offset-2 hover:text-fg"
          >
            Open the approval
          </Link>
        )}
      </span>
      {replayable && <ReplayButton deliveryId={row.id} href={href} />}
    </li>
  );
}
