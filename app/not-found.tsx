import type { Metadata } from "next";
import { Notice } from "@/components/shell/notice";
import { ButtonLink } from "@/components/ui/button";

export const metadata: Metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <Notice
      title="There is nothing at this address"
      action={
        <ButtonLink href="/approvals" variant="primary">
          Go to approvals
        </ButtonLink>
      }
    >
      It may have been mistyped, or it is about something you may not see. If somebody sent you the link, ask
      them which tenant it belongs to and an administrator whether you may see that tenant.
    </Notice>
  );
}
