/** Whose courses this browser keeps: pages look here before they load what keeps them. */
export const MARK = 'kept-courses-of'
/** When everything that this browser keeps was last up to date and whole; without it, the next page continues at once (OFF-004). */
export const SETTLED = 'kept-courses-settled'
