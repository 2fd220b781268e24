/** The addresses of the teaching screens below a course's builder (ROU-081). */
export const progressPath = (slug: string): string => `/courses/builder/${slug}/exams-progress`
export const learnerPath = (slug: string, userId: number, relatedId: number): string =>
  `${progressPath(slug)}/${userId}/${relatedId}`
export const certificatesPath = (slug: string): string => `/courses/builder/${slug}/certificates`
