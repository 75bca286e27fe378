"use client";

import { ConfirmAct } from "@/components/ui/confirm-act";
import { CopyButton } from "@/components/ui/copy-button";
import { Card, DetailList, Section } from "@/components/ui/page";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { useRefresh } from "@/components/ui/use-refresh";
import { renewKeysAction } from "@/lib/channels/push/actions";
import type { KeysFacts } from "@/lib/channels/push/types";

const SOURCES = {
  environment: "VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY in the environment",
  stored: "Stored here, encrypted",
  none: "None yet",
} as const;

/** The keys by which push services know this installation, without the private one. */
export function PushKeysCard({ facts }: { facts: KeysFacts }) {
  const { source, publicKey, subject, changedAt, changedByName } = facts;
  const { refresh } = useRefresh();
  return (
    <Section
      id="keys"
      title="Keys"
      description="Push services know this installation by its key pair (VAPID)."
      actions={
        source === "stored" && (
          <ConfirmAct
            size="sm"
            icon="refresh"
            label="Make new keys…"
            title="Make new push keys?"
            description={consequence(facts)}
            confirm="Make new keys"
            pendingLabel="Making keys…"
            act={() => renewKeysAction({})}
            onDone={refresh}
          />
        )
      }
    >
      <Card>
        <DetailList
          items={[
            { term: "In force", value: SOURCES[source] },
            publicKey !== null && {
              term: "Public key",
              value: (
                <CopyButton
                  text={publicKey}
                  label="Copy the public key"
                  className="mono text-left wrap-anywhere"
                >
                  {publicKey}
                </CopyButton>
              ),
            },
            { term: "Contact", value: <Untrusted mono>{subject}</Untrusted> },
            changedAt && {
              term: "Made",
              value: (
                <>
                  <Time value={changedAt} /> by <Untrusted>{changedByName ?? ""}</Untrusted>
                </>
              ),
            },
            { term: "Devices", value: devicesOf(facts) },
          ]}
        />
      </Card>
    </Section>
  );
}

function devicesOf({ devices, people }: KeysFacts): string {
  if (devices === 0) return "None";
  return `${devices} of ${people === 1 ? "1 person" : `${people} people`}`;
}

function consequence({ devices }: KeysFacts): string {
  if (devices === 0) return "No device has push on, so nothing else changes.";
  return devices === 1
    ? "The one device with push gets nothing more until it is added again on it."
    : `The ${devices} devices with push get nothing more until push is turned on again on each of them.`;
}
