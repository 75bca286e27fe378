import type { Metadata } from "next";
import { AuthCard } from "@/components/people/sign-in/auth-card";
import { LinkForm } from "@/components/people/sign-in/link-form";
import { ButtonLink } from "@/components/ui/button-link";
import { ROLES_SAID } from "@/components/words/people";
import { readLink } from "@/lib/auth/people/link-use";
import { env } from "@/lib/core/env";

// The address contains the secret. No Referer header may carry it to another site.
export const metadata: Metadata = { title: "Welcome to Countersign", referrer: "no-referrer" };

type Props = { params: Promise<{ token: string }> };

const CLOSED = {
  used: {
    title: "This link was already used",
    text: "The link works once. If you used it, sign in. If you did not, contact an administrator now.",
  },
  expired: {
    title: "This link has expired",
    text: "Nothing was changed. Ask an administrator for a new one.",
  },
  revoked: {
    title: "This link was revoked",
    text: "It was revoked, or a newer link replaced it. Nothing was changed; ask for a new one.",
  },
  unknown: {
    title: "This link is not valid",
    text: "It may be incomplete, or a newer link may have replaced it. Nothing was changed; open it again from where you got it, or ask for a new one.",
  },
};

/** Reads only, so a mail scanner that opens the link changes nothing. */
export default async function InvitePage({ params }: Props) {
  const { token } = await params;
  const link = await readLink(token);
  if (link.state !== "open") {
    const { title, text } = CLOSED[link.state];
    return (
      <AuthCard title={title} lead={text}>
        <ButtonLink href="/signin" variant="primary" size="lg" className="w-full">
          Go to the sign-in page
        </ButtonLink>
      </AuthCard>
    );
  }
  const invited = link.kind === "invitation";
  return (
    <AuthCard
      title={invited ? "Welcome to Countersign" : "Choose a new password"}
      lead={
        <>
          {invited ? "You were invited as" : "For"}{" "}
          {link.role && <span className="text-fg">{ROLES_SAID[link.role].name}: </span>}
          <span className="font-medium text-fg wrap-anywhere">{link.email}</span>
        </>
      }
    >
      <LinkForm
        kind={link.kind}
        token={token}
        email={link.email}
        withPassword={env().PASSWORD_SIGN_IN === "on"}
        withSingleSignOn={invited && env().OIDC_ISSUER !== undefined}
      />
    </AuthCard>
  );
}
