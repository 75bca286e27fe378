/** Telling the gateway once more. */

