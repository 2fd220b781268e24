import { lazy, Suspense, useState } from 'react'
import { IconPlayerPlay } from '#ui/icons.tsx'
import { CoverPicture } from '#ui/public/products/cover.tsx'
import styles from './preview.module.css'

const VideoDialog = lazy(() => import('./video-dialog.tsx').then((file) => ({ default: file.VideoDialog })))

type PreviewProps = { title: string; thumbnail: string | null; video: string | null }

/** The picture of a course; if it has a video (CAT-008), the picture plays it. */
export function Preview({ title, thumbnail, video }: PreviewProps) {
  const [isPlaying, setPlaying] = useState(false)
  if (!video) {
    return (
      <div className={styles.cover}>
        <CoverPicture src={thumbnail} place="page" isFirst />
      </div>
    )
  }
  return (
    <>
      <button
        type="button"
        className={styles.cover}
        aria-haspopup="dialog"
        aria-label={`Play the video about ${title}`}
        onClick={() => setPlaying(true)}
      >
        <CoverPicture src={thumbnail} place="page" isFirst />
        <span className={styles.play}>
          <IconPlayerPlay size={28} />
        </span>
        <span className={styles.word}>Watch the introduction</span>
      </button>
      {isPlaying && (
        <Suspense fallback={null}>
          <VideoDialog title={title} video={video} onClose={() => setPlaying(false)} />
        </Suspense>
      )}
    </>
  )
}
