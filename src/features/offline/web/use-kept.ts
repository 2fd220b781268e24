import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import type { KeptCourse } from '../rules/kept.ts'
import { onKeptChange, readCourses } from './kept/store.ts'

/** The courses that this device keeps for the person who is signed in; null until that is known. */
export const useKeptCourses = (): KeptCourse[] | null => {
  const userId = useSession().viewer?.user_id
  const [courses, setCourses] = useState<KeptCourse[] | null>(null)
  const reads = useRef(0)
  const read = useCallback(() => {
    if (userId === undefined) return
    reads.current += 1
    const number = reads.current
    // Of reads that overlap, the last one knows most, whichever ends last.
    const show = (kept: KeptCourse[]) => number === reads.current && setCourses(kept)
    readCourses(userId).then(show, () => show([]))
  }, [userId])
  useEffect(() => {
    read()
    return onKeptChange(read)
  }, [read])
  return courses
}
