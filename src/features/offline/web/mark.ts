/** Whose courses this browser keeps: pages look here before they load what keeps them. */
export const MARK = 'kept-courses-of'
