/** When a page could not be read. */

