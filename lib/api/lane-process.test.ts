import { contractSuite } from "./testing/contract-suite";
import { inFront } from "./testing/listener";

// By the API process in front of Next's.

contractSuite(inFront);
