"use client";

import { useContext, useEffect, useRef } from "react";
import { Banner } from "@/components/ui/banner";
import { Link } from "@/components/ui/link";
import { shifted } from "@/components/ui/shift";
import { Untrusted } from "@/components/ui/text/untrusted";
import { FrameContext } from "../live/status";

const LINK =
  "inline-flex min-h-6 shrink-0 items-center text-accent underline underline-offset-2 max-sm:-my-2.5 max-sm:min-h-12";

/** A person approved a call alone: on every page of people who may decide, until reviewed. */
export function GlassBanner() {
  const reviews = useContext(FrameContext)?.reviews;
  const [newest] = reviews?.newest ?? [];
  const told = newest?.id ?? null;
  const before = useRef(told);
  useEffect(() => {
    if (before.current !== told) shifted();
    before.current = told;
  }, [told]);
  if (!reviews || !newest) return null;
  const review = (
    <Link href="/reviews" className={LINK}>
      {reviews.glass === 1 && newest.own ? "Its review" : "Review"}
    </Link>
  );
  return (
    <Banner flush tone="problem" action={review}>
      {reviews.glass === 1 ? (
        <>
          <b>Break-glass:</b> {newest.own ? "you" : <Untrusted>{newest.by ?? "a former user"}</Untrusted>}{" "}
          approved a call of <Untrusted>{newest.tenant}</Untrusted> alone:{" "}
          <Link href={`/approvals/${newest.callId}`} className="underline underline-offset-2 wrap-anywhere">
            <Untrusted>{newest.headline}</Untrusted>
          </Link>
        </>
      ) : (
        <>
          <b>Break-glass:</b> {reviews.glass >= 100 ? "100 or more" : reviews.glass} calls were approved by
          one person alone.
        </>
      )}
    </Banner>
  );
}
