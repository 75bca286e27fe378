"use client";

import { type FormEvent, useActionState, useEffect, useState, useTransition } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { type AuthActionResult, completeSetupAction } from "@/lib/auth/sign-in/actions";
import { signInWithPassword } from "./credentials";
import { PASSWORD_RULE, PasswordField } from "./password-field";

type Props = {
  token: string;
  next: string;
};

/** Creates the first administrator and signs them in. Typed text survives errors. */
export function SetupForm({ token, next }: Props) {
  const [answer, send, sending] = useActionState<AuthActionResult, FormData>(completeSetupAction, {
    ok: false,
  });
  const [typed, setTyped] = useState<{ email: string; password: string } | null>(null);
  const [signingIn, startSignIn] = useTransition();

  useEffect(() => {
    if (!answer.ok || typed === null) return;
    startSignIn(async () => {
      const result = await signInWithPassword(typed.email, typed.password).catch(() => null);
      // The account exists in any case. If signing in failed, the sign-in page shows why and offers
      // a retry.
      location.assign(result?.ok ? next : "/signin");
      await new Promise(() => undefined); // busy until the next page is here
    });
  }, [answer, typed, next]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    // React resets a form after its action; sent from here, it keeps the typed text.
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setTyped({ email: String(form.get("email")), password: String(form.get("password")) });
    startSignIn(() => send(form));
  };

  const errorAt = (name: string) => answer.errors?.find((error) => error.pointer === `/${name}`)?.message;
  const busy = sending || signingIn || answer.ok;
  const general = answer.ok || answer.errors?.length ? null : answer.message;

  return (
    <form action={send} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div role="alert" className="empty:absolute">
        {general && <Banner tone="problem">{general}</Banner>}
      </div>
      <input type="hidden" name="token" value={token} />
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        autoFocus
        required
        hint="Shown next to every decision you make."
        error={errorAt("name")}
        className="min-h-9"
      />
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        required
        error={errorAt("email")}
        className="min-h-9"
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        required
        hint={PASSWORD_RULE}
        error={errorAt("password")}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="mt-1 w-full"
        pending={busy}
        pendingLabel={answer.ok ? "Signing in…" : "Creating the account…"}
      >
        Create the account
      </Button>
    </form>
  );
}
