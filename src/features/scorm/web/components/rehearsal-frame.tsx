import { useEffect, useRef } from 'react'
import type { Observed } from '../../rules/rehearsal/judge.ts'
import { rehearse } from '../rehearse.ts'
import styles from '../scorm.module.css'

type RehearsalFrameProps = {
  launch: { number: number; scorm_link: string; content_origin: string }
  onSeen: (observed: Observed) => void
}

/**
 * Plays one run of a rehearsal, small and out of reach, in the player that learners use. Content in a frame that is not on
 * the screen is slowed down by browsers, so it is shown. Windows and questions of the content are not.
 */
export function RehearsalFrame({ launch, onSeen }: RehearsalFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const seen = useRef(onSeen)
  useEffect(() => {
    seen.current = onSeen
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const ending = new AbortController()
    void rehearse(element, launch, ending.signal).then((observed) => {
      if (observed && !ending.signal.aborted) seen.current(observed)
    })
    return () => ending.abort()
  }, [launch])
  return (
    <div className={styles.rehearsal} aria-hidden="true" inert>
      <iframe
        ref={frame}
        title="Rehearsal"
        tabIndex={-1}
        data-run={launch.number}
        sandbox="allow-scripts allow-same-origin allow-forms"
        referrerPolicy="no-referrer"
      />
    </div>
  )
}
