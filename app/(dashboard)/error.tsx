"use client";

import { PageFailed } from "@/components/shell/page-failed";

export default PageFailed;
