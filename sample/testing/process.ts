import { runOnce } from "@/lib/onboarding/sample/worker";
import { sampleSteps } from "../load";

// A worker for crash tests; its test kills it.

process.send?.("ready");
for (;;) if (!(await runOnce(sampleSteps))) await new Promise((resolve) => setTimeout(resolve, 20));
