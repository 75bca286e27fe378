import type { Metadata } from "next";
import { Notice } from "@/components/shell/notice";
import { buttonLinkLook } from "@/components/ui/button-look";

export const metadata: Metadata = { title: "Nothing here" };

export default function NotFound() {
  return (
    <Notice
      title="There is nothing at this address"
      action={
        <a href="/approvals" className={buttonLinkLook("primary")}>
          Go to approvals
        </a>
      }
    >
      It may have been mistyped, or it is about something you may not see. If somebody sent you the link, ask
      them which tenant it belongs to and an administrator whether you may see that tenant.
    </Notice>
  );
}
