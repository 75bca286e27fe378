/** The id of the list of passkeys, which takes the focus when a row leaves. */
export const PASSKEY_LIST = "passkey-list";
