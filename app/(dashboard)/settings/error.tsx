"use client";

import { settingsFailed } from "@/components/shell/settings-failed";

export default settingsFailed("This page could not be read");
