/** Output path of the reference gateway, from Countersign's folder. */
export const GATEWAY_PATH = "dist/gateway.mjs";
