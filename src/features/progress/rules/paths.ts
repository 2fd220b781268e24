import { pathOf } from '#kernel/product/route-names.ts'
import { PREVIEW } from './preview.ts'

type Place = { slug: string; related_id: number }
type Target = { itemable_type: string; itemable_id: number; module_id?: number | null }

export const coursePath = ({ slug, related_id: relatedId }: Place): string =>
  `/courses/learner/${encodeURIComponent(slug)}/${relatedId}`

/** Where a learner goes who has finished the course (LRN-031). An author who looks at it has nothing to say of it there. */
export const finishedPath = (place: Place): string =>
  place.related_id === PREVIEW ? `${coursePath(place)}/outline` : `${coursePath(place)}/feedback?finished=1`

/**
 * The page of an item by its type (ROU-059, ROU-061): module items stand below their module, everything else below the
 * outline of the enrollment (ROU-053 to ROU-060). An unknown type throws.
 */
export const itemPath = (
  { slug, related_id: relatedId }: Place,
  { itemable_type: type, itemable_id: id, module_id: moduleId }: Target,
): string => {
  const place = { slug, relatedId }
  if (moduleId)
    return pathOf('courses-learner-slug-relatedId-outline-modules-moduleId-itemType-itemId', {
      ...place,
      moduleId,
      itemType: type,
      itemId: id,
    })
  switch (type) {
    case 'Module':
      return pathOf('courses-learner-slug-relatedId-outline-modules-moduleId', { ...place, moduleId: id })
    case 'Exam':
    case 'Survey':
      return pathOf('courses-learner-slug-relatedId-outline-exams-examId', { ...place, examId: id })
    case 'Assignment':
      return pathOf('courses-learner-slug-relatedId-outline-assignments-assignmentId', { ...place, assignmentId: id })
    case 'CloudScormModule':
      return pathOf('courses-learner-slug-relatedId-outline-CloudScormModule-id', { ...place, id })
    case 'ScormModule':
      return pathOf('courses-learner-slug-relatedId-outline-ScormModule-id', { ...place, id })
    default:
      throw new TypeError(`An outline has no items of the type ${type}`)
  }
}
