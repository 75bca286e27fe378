import { buttonLinkLook } from "@/components/ui/button-look";
import { CopyButton } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { receiptAct, receiptSeen } from "@/components/words/approvals/receipts";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import type { SignatureState } from "@/lib/approvals/receipt-keys/types";
import type { Receipt } from "@/lib/approvals/receipts";
import { SectionTitle } from "./section-title";

// Enough of a digest to distinguish two at a glance. Copying takes the whole digest.
const DIGEST_SHOWN = 12;

/** The receipt of each decision: who, when, what they saw, and its place in the activity log. */
export function ReceiptSection({ view }: { view: ApprovalView }) {
  const { receipts, id } = view;
  if (receipts.length === 0) return null;
  return (
    <section aria-labelledby="receipts">
      <SectionTitle
        id="receipts"
        title={receipts.length === 1 ? "Receipt" : "Receipts"}
        note="what the activity log keeps of each decision"
      />
      <ul className="flex flex-col rounded-card border border-border bg-surface px-[13px]">
        {receipts.map((receipt) => (
          <OneReceipt
            key={receipt.chain.seq}
            receipt={receipt}
            signature={view.signatures[receipt.chain.seq] ?? null}
          />
        ))}
      </ul>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-fg-muted text-xs">
        {/* An ordinary link: the response is a file and must not be prefetched. */}
        <a href={`/api/v1/approvals/${id}/evidence`} download className={buttonLinkLook()}>
          <Icon name="download" size={14} />
          Download evidence
        </a>
        <span className="min-w-0 flex-1 basis-60">
          One file with the whole call, also with values that this page hides.{" "}
          <code className="mono">receipt verify FILE</code> checks it without Countersign’s database.{" "}
          <Link className="text-accent underline underline-offset-2" href="/docs/receipts">
            What a signature proves
          </Link>
        </span>
      </p>
    </section>
  );
}

type OneReceiptProps = { receipt: Receipt; signature: SignatureState | null };

function OneReceipt({ receipt, signature }: OneReceiptProps) {
  const { by, at, facts, chain, decided_by: decider } = receipt;
  const isNamed = decider === "person" || decider === "gateway";
  return (
    <li className="border-border border-b py-2 text-sm last:border-b-0">
      <p>
        <span className="font-medium">{receiptAct(receipt)}</span>
        {isNamed ? (
          <>
            {" by "}
            <Untrusted>{by.name}</Untrusted>
          </>
        ) : null}
        <span className="text-fg-muted">
          {" · "}
          <Time value={new Date(at)} form="time-seconds" />
        </span>
      </p>
      <p className="text-fg-muted">{receiptSeen(receipt)}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-fg-subtle text-xs">
        <CopyButton
          text={`${chain.tenant_id} ${chain.seq} ${chain.hash}`}
          label={`Copy the place in the activity log: tenant, row ${chain.seq} and its fingerprint`}
        >
          <span>
            row {chain.seq} <code className="mono">{chain.hash.slice(0, DIGEST_SHOWN)}</code>
          </span>
        </CopyButton>
        {facts ? (
          <CopyButton text={facts.arguments_sha256} label="Copy the digest of the arguments">
            <span>
              revision {facts.revision}{" "}
              <code className="mono">{facts.arguments_sha256.slice(0, DIGEST_SHOWN)}</code>
            </span>
          </CopyButton>
        ) : null}
        <Signed receipt={receipt} state={signature} />
        {facts?.tool_version != null ? <span>tool definition {facts.tool_version}</span> : null}
        {facts?.policies.map(({ name, version, sha256 }) => (
          <span key={sha256}>
            policy “<Untrusted>{name}</Untrusted>”, version {version}
          </span>
        ))}
      </p>
    </li>
  );
}

const SIGNED = { current: "signed by this installation, key", other: "signed with another key," };

function Signed({ receipt: { signature }, state }: { receipt: Receipt; state: SignatureState | null }) {
  if (state === null) return <span>not signed: decided before this installation signed receipts</span>;
  if (state === "wrong" || !signature)
    return <span className="font-medium text-fg">not what its signature signs: something was changed</span>;
  return (
    <CopyButton text={signature.key_id} label="Copy the id of the key that signed it">
      <span>
        {SIGNED[state]} <code className="mono">{signature.key_id.slice(0, DIGEST_SHOWN)}</code>
      </span>
    </CopyButton>
  );
}
