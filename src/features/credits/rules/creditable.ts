import { PUBLICATION } from '#kernel/product/statuses.ts'

/** Whether credits of the course can be given and bought; every other publication value counts as unpublished (CRD-011, CRD-012). */
export function isCreditable(course: { publication_status: number }): boolean {
  return course.publication_status === PUBLICATION.published
}
