/** Copies the address of a call. */

