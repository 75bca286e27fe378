"use client";

import { useEffect, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { COPY_LINK } from "@/components/words/approvals/link";

/** Copies the address of one call, without the list it was opened from. */
export function CopyLink({ id }: { id: string }) {
  const [origin, setOrigin] = useState("");
  useEffect(() => setOrigin(window.location.origin), []);
  return <CopyButton text={`${origin}/approvals/${id}`} label={COPY_LINK} icon="link" data-key="copy-link" />;
}
