import type { FindingKey } from "./types";

/** Names a finding among those of one version of a tool. */
export const muteKey = ({ code, pointer }: Pick<FindingKey, "code" | "pointer">): string =>
  `${code} ${pointer}`;
