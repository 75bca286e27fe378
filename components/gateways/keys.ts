import type { KeyBinding } from "@/components/shell/keys/binding";

/** Shortcuts of the gateways pages, in addition to those of every list. */
export const GATEWAY_KEYS: readonly KeyBinding[] = [
  { key: "t", target: "ping", act: "press", label: "Send a test callback", part: "gateways" },
];
