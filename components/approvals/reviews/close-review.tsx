"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import type { Review } from "@/lib/approvals/reviews/types";
import type { NamedCall } from "../call-name";

const CloseDialog = openedPart(() => import("./close-dialog").then((part) => part.CloseDialog));

/** The button that closes a review, and its dialog. */
export function CloseReview({ review, call }: { review: Review; call: NamedCall }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)} className="shrink-0 self-start">
        Close review…
      </Button>
      {open && <CloseDialog review={review} call={call} onClose={() => setOpen(false)} />}
    </>
  );
}
