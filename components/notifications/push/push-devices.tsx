import { Card, Section } from "@/components/ui/page";
import type { PushDeviceInfo } from "@/lib/channels/push/types";
import { DeviceList } from "./device-list";
import { ThisDevice } from "./this-device";
import { TryDevices } from "./try-devices";

/** Phones and browsers that are notified while Countersign is closed. */
export function PushDevices({ devices }: { devices: readonly PushDeviceInfo[] }) {
  return (
    <Section
      id="push"
      title="Push notifications"
      description="Phones and browsers that are notified while Countersign is closed. A notification shows risk, tool and tenant, never arguments. Signing out turns push off on that device."
    >
      <Card className="flex flex-col gap-3">
        <ThisDevice devices={devices} />
        {devices.length > 0 && <TryDevices />}
      </Card>
      {devices.length > 0 && (
        <Card flush>
          <DeviceList devices={devices} />
        </Card>
      )}
    </Section>
  );
}
