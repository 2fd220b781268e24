/** A bundle has at least this many courses (CNT-006). */
export const FEWEST_COURSES = 2

type Parts = { course_ids: readonly number[]; price: number; discount_price: number | null }

/** What is wrong with a bundle, by field: too few courses, or a discount that is none (CNT-006). */
export const bundleErrors = ({
  course_ids: ids,
  price,
  discount_price: discount,
}: Parts): Record<string, string[]> => ({
  ...(new Set(ids).size < FEWEST_COURSES && { course_ids: [`Choose at least ${FEWEST_COURSES} courses.`] }),
  ...(discount !== null && discount >= price && { discount_price: ['The discount price has to be below the price.'] }),
})
