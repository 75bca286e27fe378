"use client";

import { useRouter } from "next/navigation";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { linkSlack, unlinkSlack } from "@/lib/channels/slack/actions";

/** Links the Slack account that the token names. */
export function LinkAccount({ token }: { token: string }) {
  const router = useRouter();
  const toast = useToast();
  const act = useAct(linkSlack, {
    onDone: () => {
      toast({ text: "Your Slack account is linked." });
      // The token has done its work, and leaves the address.
      router.replace("/settings/profile/slack");
    },
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <ActNotice problem={act.problem} />
      <Button
        variant="primary"
        icon="link"
        pending={act.pending}
        pendingLabel="Linking…"
        onClick={() => void act.run({ token })}
      >
        Link this Slack account
      </Button>
    </div>
  );
}

export function UnlinkAccount() {
  const router = useRouter();
  return (
    <ConfirmAct
      label="Unlink…"
      act={() => unlinkSlack({})}
      title="Unlink your Slack account?"
      description="You get no more messages in Slack, and can decide nothing there. Messages that were sent stay."
      confirm="Unlink"
      pendingLabel="Unlinking…"
      onDone={() => router.refresh()}
    />
  );
}
