import { useEffect, useState } from "react";

type InstallPrompt = Event & { prompt: () => Promise<unknown> };

/** Asks the browser to install the app; null where it offers that in its own menu only. */
export function useInstall(): (() => void) | null {
  const [offer, setOffer] = useState<InstallPrompt | null>(null);
  useEffect(() => {
    const keep = (event: Event) => {
      event.preventDefault();
      setOffer(event as InstallPrompt);
    };
    const forget = () => setOffer(null);
    window.addEventListener("beforeinstallprompt", keep);
    window.addEventListener("appinstalled", forget);
    return () => {
      window.removeEventListener("beforeinstallprompt", keep);
      window.removeEventListener("appinstalled", forget);
    };
  }, []);
  // An offer is good for one question.
  return offer && (() => void offer.prompt().finally(() => setOffer(null)));
}
