"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import type { ActResult } from "@/components/ui/use-act";
import { passwordRule } from "@/components/words/people";
import { PROFILE } from "@/components/words/profile";
import { PasswordField } from "../sign-in/password-field";

/** A button and the dialog that changes one's own password. */
export function ChangePassword({
  change,
  charactersMin,
  email,
}: {
  change: (input: object) => Promise<ActResult<{ ended: number }>>;
  charactersMin: number;
  email: string;
}) {
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {PROFILE.passwordChange}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={PROFILE.passwordTitle}>
        <ActionForm
          action={change}
          read={(data) => ({
            current: String(data.get("current") ?? ""),
            password: String(data.get("password") ?? ""),
            endOthers: data.get("endOthers") === "on",
          })}
          submit={PROFILE.passwordDo}
          pendingLabel={PROFILE.passwordDoing}
          onDone={() => {
            setOpen(false);
            toast({ text: PROFILE.passwordDone });
            router.refresh();
          }}
        >
          {(fields) => (
            <>
              <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
              <PasswordField
                name="current"
                label={PROFILE.passwordCurrent}
                error={fields.current}
                autoComplete="current-password"
                data-autofocus
              />
              <PasswordField
                name="password"
                label={PROFILE.passwordNew}
                hint={passwordRule(charactersMin)}
                error={fields.password}
                autoComplete="new-password"
              />
              <Checkbox name="endOthers" defaultChecked label={PROFILE.passwordOthers} />
            </>
          )}
        </ActionForm>
      </Dialog>
    </>
  );
}
