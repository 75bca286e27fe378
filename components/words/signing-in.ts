/** The pages before somebody is signed in. */

