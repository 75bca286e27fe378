"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import { changePasswordAction } from "@/lib/auth/people/actions";
import { PASSWORD_RULE, PasswordField } from "../sign-in/password-field";

/** A button and the dialog that changes one's own password. */
export function ChangePassword({ email }: { email: string }) {
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Change the password…
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Change your password">
        <ActionForm
          action={changePasswordAction}
          read={(data) => ({
            current: String(data.get("current") ?? ""),
            password: String(data.get("password") ?? ""),
            endOthers: data.get("endOthers") === "on",
          })}
          submit="Change the password"
          pendingLabel="Changing it…"
          onDone={() => {
            setOpen(false);
            toast({ text: "Your password is changed." });
            router.refresh();
          }}
        >
          {(fields) => (
            <>
              <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
              <PasswordField
                name="current"
                label="Current password"
                error={fields.current}
                autoComplete="current-password"
                data-autofocus
              />
              <PasswordField
                name="password"
                label="New password"
                hint={PASSWORD_RULE}
                error={fields.password}
                autoComplete="new-password"
              />
              <Checkbox name="endOthers" defaultChecked label="Sign out all my other browsers" />
            </>
          )}
        </ActionForm>
      </Dialog>
    </>
  );
}
