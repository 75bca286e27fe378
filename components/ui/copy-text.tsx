"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";

/** A button that copies a text and reports the result. */
export function CopyText({ text, children }: { text: string; children: ReactNode }) {
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ text: "Copied." }),
      // No permission, or no secure connection: the file has the same text.
      () => toast({ text: "Your browser did not let us copy. Download it instead." }),
    );
  return (
    <Button icon="copy" onClick={() => void copy()} className="max-sm:min-h-12">
      {children}
    </Button>
  );
}
