/** Edit and approve. */

