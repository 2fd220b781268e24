import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { missingForPublication, PUBLICATION, type Readiness } from '../rules/publication.ts'
import { loadInstructors } from './people-store.ts'
import type { CoursePorts } from './ports.ts'
import { type CourseRow, loadTiers } from './store.ts'

/** What publishing looks at, made from parts already read (BLD-005, EXM-029). */
export const readinessOf = async (
  tx: Tx,
  ports: CoursePorts,
  course: CourseRow,
  parts: { tiers: readonly unknown[]; instructors: readonly unknown[] },
): Promise<Readiness> => ({
  tiers_count: parts.tiers.length,
  instructors_count: parts.instructors.length,
  is_certificate_required: course.is_certificate_required,
  has_certificate_template: course.certificate_template_id !== null,
  incomplete_exams: await ports.findIncompleteExams(tx, course.portal_id, course.id),
})

/** What publishing looks at, as the course stands now. */
export const loadReadiness = async (tx: Tx, ports: CoursePorts, course: CourseRow): Promise<Readiness> => {
  const { id, portal_id: portalId } = course
  const tiers = (await loadTiers(tx, portalId, [id])).get(id) ?? []
  const instructors = (await loadInstructors(tx, portalId, [id])).get(id) ?? []
  return readinessOf(tx, ports, course, { tiers, instructors })
}

/** Fails with the missing parts when a course does not meet the conditions of publishing (BLD-005, BLD-007). */
export const requireReady = async (tx: Tx, ports: CoursePorts, course: CourseRow): Promise<void> => {
  const errors = missingForPublication(await loadReadiness(tx, ports, course))
  if (Object.keys(errors).length > 0) throw fail('invalid', { fields: errors })
}

/**
 * Fails with the missing parts when a published course would no longer meet the conditions of publishing (BLD-005).
 * Exams are not checked here: one that has lost its questions cannot be started and says so (EXM-029).
 */
export const requireReadyWhilePublished = async (tx: Tx, ports: CoursePorts, course: CourseRow): Promise<void> => {
  if (course.publication_status !== PUBLICATION.published) return
  const errors = missingForPublication({ ...(await loadReadiness(tx, ports, course)), incomplete_exams: [] })
  if (Object.keys(errors).length > 0) throw fail('invalid', { fields: errors })
}
