/** The route of an outline item by its type (ROU-059, ROU-061). */
const SEGMENTS: Record<string, string> = {
  Module: 'modules',
  Exam: 'exams',
  Survey: 'exams',
  Assignment: 'assignments',
  CloudScormModule: 'CloudScormModule',
  ScormModule: 'ScormModule',
}

type Place = { slug: string; related_id: number }
type Target = { itemable_type: string; itemable_id: number; module_id?: number | null }

export const coursePath = ({ slug, related_id: relatedId }: Place): string => `/courses/learner/${slug}/${relatedId}`

/** The page of an item: module items stand below their module, everything else below the outline (ROU-053 to ROU-060). */
export const itemPath = (
  place: Place,
  { itemable_type: type, itemable_id: id, module_id: moduleId }: Target,
): string => {
  const outline = `${coursePath(place)}/outline`
  if (moduleId) return `${outline}/modules/${moduleId}/${type}/${id}`
  return `${outline}/${SEGMENTS[type]}/${id}`
}
