/** Shown for a call that got no answer (ERR-226); apart from the other texts, since public pages load it. */
export const NO_ANSWER = 'There was no answer. Please check your network and try again.'
