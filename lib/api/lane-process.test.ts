import { contractSuite } from "./testing/contract-suite";
import { inFront } from "./testing/listener";

// In the API process in front of Next.

contractSuite(inFront);
