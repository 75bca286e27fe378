import { runOnce } from "../worker";

// A worker that looks for what is due without a rest, for crash tests. It has no clean end: its test kills it.

process.send?.("ready");
for (;;) await runOnce();
