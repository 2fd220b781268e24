/** Publication numbers of a course (CAT-003). */
export type PublicationNumber = 1 | 2 | 3 | 4
