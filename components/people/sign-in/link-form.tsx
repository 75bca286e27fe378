"use client";

import { type FormEvent, useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useAct } from "@/components/ui/use-act";
import { acceptInvitationAction, resetPasswordAction } from "@/lib/auth/people/actions";
import { signInWithPassword, singleSignOnAddress } from "./credentials";
import { PASSWORD_RULE, PasswordField } from "./password-field";

const NEXT = "/approvals";

type Props = {
  kind: "invitation" | "password";
  token: string;
  email: string;
  withPassword: boolean;
  withSingleSignOn: boolean;
};

/** Uses a one-time link: creates the account or sets the new password, then signs in. */
export function LinkForm(props: Props) {
  const { withPassword, withSingleSignOn } = props;
  return (
    <div className="flex flex-col gap-5">
      {withSingleSignOn && <SingleSignOn email={props.email} primary={!withPassword} />}
      {withSingleSignOn && withPassword && (
        <div className="flex items-center gap-3 text-xs text-fg-subtle before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
          or with a password
        </div>
      )}
      {withPassword && <PasswordForm {...props} />}
    </div>
  );
}

function PasswordForm({ kind, token, email }: Props) {
  const [leaving, setLeaving] = useState(false);
  const invited = kind === "invitation";
  const run = useAct(invited ? acceptInvitationAction : resetPasswordAction);
  const fields = run.problem?.fields ?? {};

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const password = String(data.get("password"));
    const name = invited ? { name: String(data.get("name")) } : {};
    const result = await run.run({ token, password, ...name });
    if (!result?.ok) return;
    setLeaving(true);
    const signedIn = await signInWithPassword(result.email, password).catch(() => null);
    // The password is set in any case. If signing in failed, the sign-in page shows why and offers
    // a retry.
    location.assign(signedIn?.ok ? NEXT : "/signin");
  };

  return (
    // `method` counts only before the page is ready: a password must never appear in an address.
    <form method="post" onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
      <ActNotice problem={Object.keys(fields).length > 0 ? null : run.problem} />
      {/* For password managers: the account of the password. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {invited && (
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          autoFocus
          required
          hint="Shown next to every decision you make."
          error={fields.name}
          className="min-h-9"
        />
      )}
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        hint={PASSWORD_RULE}
        error={fields.password}
      />
      {!invited && (
        <p className="text-xs text-fg-muted">
          This signs you out of every browser and ends your personal tokens.
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="mt-1 w-full"
        pending={run.pending || leaving}
        pendingLabel={leaving ? "Signing in…" : invited ? "Creating the account…" : "Setting the password…"}
      >
        {invited ? "Create the account" : "Set the password"}
      </Button>
    </form>
  );
}

function SingleSignOn({ email, primary }: { email: string; primary: boolean }) {
  const [going, setGoing] = useState(false);
  const go = () => {
    setGoing(true);
    singleSignOnAddress(NEXT).then(
      (address) => location.assign(address),
      () => setGoing(false), // no answer: the button is there to be pressed again
    );
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Button
        size="lg"
        icon="key"
        variant={primary ? "primary" : "outline"}
        className="w-full"
        pending={going}
        pendingLabel="Going to your provider…"
        onClick={go}
      >
        Sign in with single sign-on
      </Button>
      <p className="text-xs text-fg-muted">
        Use the account with this address: <span className="wrap-anywhere">{email}</span>
      </p>
    </div>
  );
}
