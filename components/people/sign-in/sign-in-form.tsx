"use client";

import { type FormEvent, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { signInErrorText } from "@/lib/auth/sign-in/refusals";
import { signInWithPasskey, signInWithPassword, signInWithSigned, singleSignOnAddress } from "./credentials";
import { PasswordField } from "./password-field";
import { useSuggestedPasskeys } from "./use-suggested-passkeys";

type Props = {
  /** The next path, already checked as a path of this site. */
  returnPath: string;
  /** The code of the previous error, from the address. */
  errorCode?: string;
  withPassword: boolean;
  withSingleSignOn: boolean;
  withPasskey: boolean;
};

type Way = "password" | "sso" | "passkey";

/** The pending sign-in method, and the error of the last attempt. */
function useAttempt(errorCode: string | undefined) {
  const [problem, setProblem] = useState(errorCode ? signInErrorText(errorCode) : null);
  const [pending, setPending] = useState<Way | null>(null);

  const attempt = async (way: Way, act: () => Promise<string | null>) => {
    setPending(way);
    setProblem(null);
    try {
      const wrong = await act();
      if (wrong === null) return; // the next page is on its way; the button stays busy until it is here
      setProblem(signInErrorText(wrong));
    } catch {
      setProblem(
        "The server did not answer. You are not signed in; check that the server is running and try again in a moment.",
      ); // fetch says no more than that it failed
    }
    setPending(null);
  };
  return { problem, pending, attempt };
}

/** Signs in with single sign-on, a password, or either. Typed text survives errors. */
export function SignInForm({ returnPath, errorCode, withPassword, withSingleSignOn, withPasskey }: Props) {
  const { problem, pending, attempt } = useAttempt(errorCode);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void attempt("password", async () => {
      const result = await signInWithPassword(String(form.get("email")), String(form.get("password")));
      if (!result.ok) return result.code;
      location.assign(returnPath);
      return null;
    });
  };

  const singleSignOn = () =>
    void attempt("sso", async () => {
      location.assign(await singleSignOnAddress(returnPath));
      return null;
    });

  const byPasskey = (signIn: typeof signInWithPasskey) =>
    void attempt("passkey", async () => {
      const result = await signIn();
      if (!result.ok) return result.code;
      location.assign(returnPath);
      return null;
    });
  const suggests = withPasskey && withPassword;
  useSuggestedPasskeys(suggests && pending === null, (signed) => byPasskey(() => signInWithSigned(signed)));

  return (
    <div className="flex flex-col gap-5">
      {/* The region exists from the start, so that screen readers announce its changes. */}
      <div role="alert" className="empty:absolute">
        {problem && <Banner tone="problem">{problem}</Banner>}
      </div>
      {withSingleSignOn && (
        <Button
          size="lg"
          icon="key"
          variant={withPassword ? "outline" : "primary"}
          className="w-full"
          disabled={pending !== null}
          pending={pending === "sso"}
          pendingLabel="Going to your provider…"
          onClick={singleSignOn}
        >
          Sign in with single sign-on
        </Button>
      )}
      {withPasskey && (
        <PasskeyButton
          {...{ pending, second: withSingleSignOn, onPress: () => byPasskey(signInWithPasskey) }}
        />
      )}
      {(withSingleSignOn || withPasskey) && withPassword && <OrWithPassword />}
      {withPassword && (
        <PasswordForm
          busy={pending !== null}
          signingIn={pending === "password"}
          suggests={suggests}
          onSubmit={submit}
        />
      )}
    </div>
  );
}

const OrWithPassword = () => (
  <div className="flex items-center gap-3 text-xs text-fg-subtle before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
    or with a password
  </div>
);

function PasskeyButton({
  pending,
  second,
  onPress,
}: {
  pending: string | null;
  /** Whether it is below another button. */
  second: boolean;
  onPress: () => void;
}) {
  return (
    <Button
      size="lg"
      icon="key"
      className={second ? "-mt-2 w-full" : "w-full"}
      disabled={pending !== null}
      pending={pending === "passkey"}
      pendingLabel="Waiting for your passkey…"
      onClick={onPress}
    >
      Sign in with a passkey
    </Button>
  );
}

function PasswordForm({
  busy,
  signingIn,
  suggests,
  onSubmit,
}: {
  busy: boolean;
  signingIn: boolean;
  /** Whether the browser suggests passkeys in the first field. */
  suggests: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}) {
  return (
    // `method` counts only before the page is ready: a password must never appear in an address.
    <form method="post" action="/signin" onSubmit={onSubmit} className="flex flex-col gap-4">
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete={suggests ? "username webauthn" : "username"}
        autoFocus
        required
        className="min-h-9"
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="mt-1 w-full"
        disabled={busy}
        pending={signingIn}
        pendingLabel="Signing in…"
      >
        Sign in
      </Button>
    </form>
  );
}
