/** The id of what holds a person's passkeys: where the focus goes when a row is gone. */
export const PASSKEY_LIST = "passkey-list";
