/** What the single keys of these pages do. */
export const GATEWAY_KEY_LABELS = { ping: "Send a test callback" };
