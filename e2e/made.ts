// Loads making.ts through a bundle from the global set-up: otherwise each test process compiles the
// product file by file, for seconds.

type Making = typeof import("./making");

const FILE = "COUNTERSIGN_E2E_MAKING";

/** Passes the bundle's path to test processes, which inherit it. */
export function madeBy(file: string): void {
  process.env[FILE] = file;
}

const making = async () => (await import(process.env[FILE] ?? "./making")) as Making;

export const aPersonWith: Making["aPersonWith"] = async (...given) => (await making()).aPersonWith(...given);
export const aSessionOf: Making["aSessionOf"] = async (...given) => (await making()).aSessionOf(...given);
export const aStopLink: Making["aStopLink"] = async (...given) => (await making()).aStopLink(...given);
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
export const linkSlackOf: Making["linkSlackOf"] = async (...given) => (await making()).linkSlackOf(...given);
export const aPhoneOf: Making["aPhoneOf"] = async (...given) => (await making()).aPhoneOf(...given);
