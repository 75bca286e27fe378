import type { KeyBinding } from "@/components/shell/keys/binding";

/** The single keys of the gateways pages, beside those of every list. */
export const GATEWAY_KEYS: readonly KeyBinding[] = [
  { key: "t", target: "ping", act: "press", label: "Send a test callback", part: "gateways" },
];
