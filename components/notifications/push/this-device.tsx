"use client";

import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { useInstall } from "./use-install";
import { useThisDevice } from "./use-this-device";

/** Turns push on or off in this browser, or says why it cannot. */
export function ThisDevice({ devices }: { devices: readonly { id: string }[] }) {
  const device = useThisDevice(devices);
  const { support, permission, id, pending, problem } = device;
  const install = useInstall();
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-0 flex-1 basis-64 text-sm text-fg-muted">
          {words(device)}
        </p>
        {support === "supported" && permission !== "denied" && (
          <Button
            variant={id === null ? "primary" : "outline"}
            icon="bell"
            pending={pending}
            pendingLabel={id === null ? "Turning on…" : "Turning off…"}
            onClick={() => void (id === null ? device.turnOn() : device.turnOff())}
          >
            {id === null ? "Turn on push on this device" : "Turn off push on this device"}
          </Button>
        )}
      </div>
      <ActNotice problem={problem} />
      {install && (
        <div className="flex flex-wrap items-center gap-3 border-t border-border pt-3">
          <p className="min-w-0 flex-1 basis-64 text-sm text-fg-muted">
            Install Countersign as an app: it gets an icon with the number of waiting calls.
          </p>
          <Button size="sm" icon="download" onClick={install}>
            Install the app
          </Button>
        </div>
      )}
    </div>
  );
}

function words({ support, permission, id }: ReturnType<typeof useThisDevice>): string {
  if (support === "unknown") return "Checking what this browser can do…";
  if (support === "install")
    return "On iPhone and iPad, add Countersign to the home screen first: press Share, then Add to Home Screen. Open it there and come back to this page.";
  if (support === "unsupported")
    return "This browser cannot receive push messages, or this address is not secure (HTTPS). Private windows cannot either.";
  if (permission === "denied")
    return "This browser blocks notifications for this site. Allow them in its site settings, next to the address, then come back.";
  return id === null
    ? "This device is not notified when Countersign is closed."
    : "This device is notified, also when Countersign is closed.";
}
