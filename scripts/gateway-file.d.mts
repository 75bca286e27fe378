/** Where scripts/build.mjs puts the reference gateway, from Countersign's folder. */
export const GATEWAY_PATH: string;
