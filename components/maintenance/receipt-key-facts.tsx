import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Card, DetailList, Section } from "@/components/ui/page";
import { Code } from "@/components/ui/text/code";
import { Time } from "@/components/ui/time";
import type { ReceiptKey } from "@/lib/approvals/receipt-keys/types";

// More than an installation has; the API lists all of them.
const EARLIER_SHOWN = 20;

const LINK = "text-accent underline underline-offset-2";

type ReceiptKeyFactsProps = {
  keys: readonly ReceiptKey[];
  /** Whether the key has its own setting. */
  isOwn: boolean;
};

/** With which keys receipts are and were signed. */
export function ReceiptKeyFacts({ keys, isOwn }: ReceiptKeyFactsProps) {
  const current = keys.filter((key) => key.isCurrent);
  const earlier = keys.filter((key) => !key.isCurrent);
  return (
    <Section
      id="receipt-keys"
      title="Signed receipts"
      description="Countersign signs the receipt of every decision. Note the key’s id outside of this machine: with that note, you can find out later whether a receipt is genuine."
    >
      <Card>
        <DetailList
          items={[
            { term: "Key", value: current.map((key) => <OneKey key={key.id} receiptKey={key} />) },
            {
              term: "Comes from",
              value: isOwn ? <Code>COUNTERSIGN_RECEIPT_KEY</Code> : <Code>AUTH_SECRET</Code>,
            },
            {
              term: "Earlier keys",
              value:
                earlier.length === 0
                  ? "None"
                  : earlier.slice(0, EARLIER_SHOWN).map((key) => <OneKey key={key.id} receiptKey={key} />),
            },
          ]}
        />
        <p className="mt-3 text-fg-muted text-sm">
          {earlier.length > EARLIER_SHOWN ? `And ${earlier.length - EARLIER_SHOWN} more. ` : null}
          <Link className={LINK} href="/docs/receipts">
            How receipts are checked
          </Link>
          {" · "}
          {/* An ordinary link: the response is no page. */}
          <a className={LINK} href="/api/v1/receipt-keys">
            All public keys as JSON
          </a>
        </p>
      </Card>
    </Section>
  );
}

function OneKey({ receiptKey: { id, addedAt } }: { receiptKey: ReceiptKey }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <CopyButton text={id} label="Copy the key’s id">
        <code className="mono break-all text-left">{id}</code>
      </CopyButton>
      {addedAt ? (
        <span className="text-fg-muted text-sm">
          since <Time value={addedAt} />
        </span>
      ) : null}
    </span>
  );
}
