import type { Metadata } from "next";
import { Notice } from "@/components/shell/notice";
import { buttonLinkLook } from "@/components/ui/button-look";
import { NOT_FOUND } from "@/components/words/notices";

export const metadata: Metadata = { title: NOT_FOUND.page };

export default function NotFound() {
  return (
    <Notice
      title={NOT_FOUND.title}
      action={
        <a href="/approvals" className={buttonLinkLook("primary")}>
          {NOT_FOUND.go}
        </a>
      }
    >
      {NOT_FOUND.why}
    </Notice>
  );
}
