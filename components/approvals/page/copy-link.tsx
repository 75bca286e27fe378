"use client";

import { useEffect, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Icon } from "@/components/ui/icon";
import { PAGE } from "../copy";

/** Copies the address of one call, without the list it was opened from. */
export function CopyLink({ id }: { id: string }) {
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(window.location.origin), []);
  return (
    <CopyButton text={`${origin}/approvals/${id}`} label={PAGE.copyLink} data-key="copy-link">
      <Icon name="link" size={13} />
    </CopyButton>
  );
}
