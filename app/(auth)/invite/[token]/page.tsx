import type { Metadata } from "next";
import { AuthCard } from "@/components/people/sign-in/auth-card";
import { LinkForm } from "@/components/people/sign-in/link-form";
import { ButtonLink } from "@/components/ui/button-link";
import { LINK_PAGE, ROLES_SAID } from "@/components/words/people";
import { acceptInvitationAction, resetPasswordAction } from "@/lib/auth/people/actions";
import { readLink } from "@/lib/auth/people/link-use";
import { PASSWORD_CHARACTERS_MIN } from "@/lib/auth/types";
import { env } from "@/lib/core/env";

// The address holds the secret: no other site may learn it from a Referer header.
export const metadata: Metadata = { title: "Welcome to Countersign", referrer: "no-referrer" };

type Props = { params: Promise<{ token: string }> };

/** Only reads: whatever opens the link, a mail scanner too, changes nothing. */
export default async function InvitePage({ params }: Props) {
  const { token } = await params;
  const link = await readLink(token);
  if (link.state !== "open") {
    const { title, text } = LINK_PAGE.closed[link.state];
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
        act={invited ? acceptInvitationAction : resetPasswordAction}
        withPassword={env().PASSWORD_SIGN_IN === "on"}
        withSingleSignOn={invited && env().OIDC_ISSUER !== undefined}
        charactersMin={PASSWORD_CHARACTERS_MIN}
      />
    </AuthCard>
  );
}
