/** Before a word that looks like another. */

