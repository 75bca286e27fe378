/** Filters kept under a name. */

