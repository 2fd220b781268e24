import { useEffect, useEffectEvent, useRef } from 'react'
import { watchCamera } from '#ui/scan/read-code.ts'
import styles from '../crew.module.css'

type CameraProps = { onCode: (text: string) => void; onTrouble: (text: string) => void }

const troubleOf = (error: unknown): string =>
  error instanceof DOMException && error.name === 'NotAllowedError'
    ? 'The camera is not allowed for this page. Allow it in the settings of the browser, or type the number.'
    : 'The camera cannot be used here. Type the number instead.'

/** What the camera sees, until it reads a code. */
export function Camera({ onCode, onTrouble }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null)
  const reportCode = useEffectEvent(onCode)
  const fail = useEffectEvent(onTrouble)
  useEffect(() => {
    if (!video.current) return
    let isGone = false
    let stop = () => {}
    watchCamera(video.current, (text) => !isGone && reportCode(text)).then(
      (end) => {
        stop = end
        if (isGone) end()
      },
      (error) => !isGone && fail(troubleOf(error)),
    )
    return () => {
      isGone = true
      stop()
    }
  }, [])
  return (
    <video ref={video} className={styles.video} muted playsInline aria-label="Camera">
      <track kind="captions" />
    </video>
  )
}
