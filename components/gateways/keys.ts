import type { KeyBinding } from "@/components/shell/keys/binding";
import { GATEWAY_KEY_LABELS } from "@/components/words/gateway-keys";

/** The single keys of the gateways pages, beside those of every list. */
export const GATEWAY_KEYS: readonly KeyBinding[] = [
  { key: "t", target: "ping", act: "press", label: GATEWAY_KEY_LABELS.ping },
];
