// The way to making.ts, through one file that the global set-up bundles: every process of the tests would compile and load the
// product file by file, for seconds each.

type Making = typeof import("./making");

const FILE = "COUNTERSIGN_E2E_MAKING";

/** Tells the processes of the tests where the bundle is. They inherit it. */
export function madeBy(file: string): void {
  process.env[FILE] = file;
}

const making = async () => (await import(process.env[FILE] ?? "./making")) as Making;

export const aPersonWith: Making["aPersonWith"] = async (...given) => (await making()).aPersonWith(...given);
export const aSessionOf: Making["aSessionOf"] = async (...given) => (await making()).aSessionOf(...given);
export const aTokenOf: Making["aTokenOf"] = async (...given) => (await making()).aTokenOf(...given);
export const aGateway: Making["aGateway"] = async (...given) => (await making()).aGateway(...given);
export const aPollingGateway: Making["aPollingGateway"] = async (...given) =>
  (await making()).aPollingGateway(...given);
export const setTenant: Making["setTenant"] = async (...given) => (await making()).setTenant(...given);
export const releaseNow: Making["releaseNow"] = async (...given) => (await making()).releaseNow(...given);
export const waitLonger: Making["waitLonger"] = async (...given) => (await making()).waitLonger(...given);
export const tellRationales: Making["tellRationales"] = async (...given) =>
  (await making()).tellRationales(...given);
export const walkCalls: Making["walkCalls"] = async () => (await making()).walkCalls();
export const proveFindings: Making["proveFindings"] = async () => (await making()).proveFindings();
export const judgePurposes: Making["judgePurposes"] = async (...given) =>
  (await making()).judgePurposes(...given);
export const makeSuggestions: Making["makeSuggestions"] = async (...given) =>
  (await making()).makeSuggestions(...given);
