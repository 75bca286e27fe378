"use client";

import { useRouter } from "next/navigation";
import { PasswordProof, SIGN_IN_AGAIN } from "@/components/people/passkeys/password-proof";
import { ActionForm } from "@/components/ui/action-form";
import { ConfirmAct } from "@/components/ui/confirm-act";
import { useToast } from "@/components/ui/toast";
import type { Proof } from "@/lib/auth/passkeys/types";
import { linkSlack, unlinkSlack } from "@/lib/channels/slack/actions";

/** Links the Slack account that the token names. */
export function LinkAccount({ token, proof }: { token: string; proof: Proof }) {
  const router = useRouter();
  const toast = useToast();
  if (proof === "sign_in") return <p>{SIGN_IN_AGAIN}</p>;
  return (
    <ActionForm
      action={linkSlack}
      read={(data) => ({ token, password: String(data.get("password") ?? "") || undefined })}
      submit="Link this Slack account"
      pendingLabel="Linking…"
      onDone={({ was }) => {
        toast({ text: was ? "This Slack account is linked already." : "Your Slack account is linked." });
        // The token has done its work, and leaves the address.
        router.replace("/settings/profile/slack");
      }}
    >
      {(fields) => <PasswordProof proof={proof} error={fields.password} />}
    </ActionForm>
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
