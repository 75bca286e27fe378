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
      The address may be mistyped, or what it shows was deleted or belongs to a tenant you may not see. If a
      colleague sent you the link, ask them for the tenant, and an administrator for access to it.
    </Notice>
  );
}
