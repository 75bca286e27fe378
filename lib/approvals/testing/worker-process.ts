import { runOnce } from "../worker";

// A worker in an endless loop, for crash tests. It has no clean exit: its test kills it.

process.send?.("ready");
for (;;) await runOnce();
