"use client";

import { useRouter } from "next/navigation";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Time } from "@/components/ui/time";
import { useAct } from "@/components/ui/use-act";
import { noticePasskey } from "@/lib/auth/passkeys/actions";
import type { NewPasskey } from "@/lib/auth/passkeys/types";

/** On every page: a passkey was added to this account in another browser. */
export function NewPasskeyBanner({ passkey }: { passkey: NewPasskey }) {
  const router = useRouter();
  const act = useAct(noticePasskey, { onDone: () => router.refresh() });
  return (
    <Banner
      flush
      tone="problem"
      icon="key"
      action={
        <span className="flex flex-wrap justify-end gap-2">
          <Button
            size="sm"
            pending={act.pending}
            pendingLabel="Noting it…"
            onClick={() => void act.run({ id: passkey.id })}
          >
            It was me
          </Button>
          <ButtonLink size="sm" href="/settings/profile#passkeys">
            Your passkeys
          </ButtonLink>
        </span>
      }
    >
      The passkey “<bdi>{passkey.name}</bdi>” was added to your account in another browser,{" "}
      <Time value={passkey.at} form="relative" />. If it was not you, remove it, sign out all other browsers
      and change your password.
    </Banner>
  );
}
