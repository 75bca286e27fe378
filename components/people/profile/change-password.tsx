"use client";

import { ActionDialog } from "@/components/ui/action-dialog";
import { Checkbox } from "@/components/ui/checkbox";
import { useToast } from "@/components/ui/toast";
import { changePasswordAction } from "@/lib/auth/people/actions";
import { PASSWORD_RULE, PasswordField } from "../sign-in/password-field";

/** A button and the dialog that changes one's own password. */
export function ChangePassword({ email }: { email: string }) {
  const toast = useToast();
  return (
    <ActionDialog
      button={{ size: "sm", children: "Change the password…" }}
      title="Change your password"
      action={changePasswordAction}
      read={(data) => ({
        current: String(data.get("current") ?? ""),
        password: String(data.get("password") ?? ""),
        endOthers: data.get("endOthers") === "on",
      })}
      submit="Change the password"
      pendingLabel="Changing it…"
      onDone={(_result, _input, close) => {
        close();
        toast({ text: "Your password is changed." });
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
    </ActionDialog>
  );
}
