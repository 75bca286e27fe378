"use client";

import { useEffect, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";

/** Copies the address of one call, without the list it was opened from. */
export function CopyLink({ id }: { id: string }) {
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(window.location.origin), []);
  return (
    <CopyButton
      text={`${origin}/approvals/${id}`}
      label="Copy the link to this approval"
      icon="link"
      data-key="copy-link"
    />
  );
}
