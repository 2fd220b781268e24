/** Related questions stand this many on a page (CAT-038). */
export const RELATED_PER_PAGE = 5
