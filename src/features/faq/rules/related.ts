/** A page shows this many related questions (CAT-038). */
export const RELATED_PER_PAGE = 5
