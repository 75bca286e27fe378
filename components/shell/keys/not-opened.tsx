import { useEffect, useState } from "react";
import { NotLoaded } from "@/components/ui/not-loaded";
import { onOpening } from "./overlays";

/** Shown if the palette and keys failed to load, after a press that needs them. */
export function NotOpened({ again }: { again: () => void }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => onOpening(() => setAsked(true)), []);
  return asked ? <NotLoaded again={again} onClose={() => setAsked(false)} /> : null;
}
