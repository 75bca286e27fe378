/** The edge between the list and the call. */

