const LONGEST = 500

/** A bundle's courses in one line for the payment page (ORD-049): whole names, at most 500 characters, and how many are left out. */
export const describeBundle = (courses: readonly string[]): string => {
  const first = (count: number) => {
    const left = courses.length - count
    return [...courses.slice(0, count), ...(left ? [`${left} more`] : [])].join(' · ')
  }
  let count = courses.length
  while (first(count).length > LONGEST) count -= 1
  return first(count)
}
