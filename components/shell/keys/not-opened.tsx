import { useEffect, useState } from "react";
import { NotLoaded } from "@/components/ui/not-loaded";
import { onOpening } from "./overlays";

/** Stands for the palette and the keys while they could not be fetched: who presses a button that opens one is told. */
export function NotOpened({ again }: { again: () => void }) {
  const [asked, setAsked] = useState(false);
  useEffect(() => onOpening(() => setAsked(true)), []);
  return asked ? <NotLoaded again={again} onClose={() => setAsked(false)} /> : null;
}
