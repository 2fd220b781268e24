import { useCallback, useEffect, useState } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import type { KeptCourse } from '../rules/kept.ts'
import { onKeptChange, readCourses } from './kept/store.ts'

/** The courses that this device keeps for the person who is signed in; null until that is known. */
export const useKeptCourses = (): KeptCourse[] | null => {
  const userId = useSession().viewer?.user_id
  const [courses, setCourses] = useState<KeptCourse[] | null>(null)
  const read = useCallback(() => {
    if (userId !== undefined) readCourses(userId).then(setCourses, () => setCourses([]))
  }, [userId])
  useEffect(() => {
    read()
    return onKeptChange(read)
  }, [read])
  return courses
}
