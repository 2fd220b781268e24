import { useEffect, useState } from 'react'
import { forgetPagesOfOthers } from '#ui/kept/kept-pages.ts'

/** Deletes what this device keeps of courses once access to the portal has ended, and says so where there was anything (OFF-029). */
export function RemovedCourses() {
  const [hasRemoved, setRemoved] = useState(false)
  useEffect(() => {
    forgetPagesOfOthers(null).then(setRemoved, () => {})
  }, [])
  if (!hasRemoved) return null
  return (
    <p>
      The courses on this device were removed. What you did in them without a connection stays here and is sent if you
      get access again.
    </p>
  )
}
