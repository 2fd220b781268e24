import { parseVideoLink, videoEmbedUrl, videoPageUrl } from '#kernel/uploads/video.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import styles from './video-dialog.module.css'

type VideoDialogProps = { title: string; video: string; onClose: () => void }

/** Plays the video of a course; nothing is asked of the video host before it is opened. */
export function VideoDialog({ title, video, onClose }: VideoDialogProps) {
  const link = parseVideoLink(video)
  return (
    <Dialog isOpen onClose={onClose} title={title} size="lg">
      {link ? (
        <>
          <iframe
            className={styles.frame}
            src={videoEmbedUrl(link)}
            title={`Video: ${title}`}
            allow="fullscreen; picture-in-picture; encrypted-media"
            allowFullScreen
          />
          <p>
            <Anchor href={videoPageUrl(link)} isNewTab>
              Open the video on its own page
            </Anchor>
          </p>
        </>
      ) : (
        <p>This video cannot be played here.</p>
      )}
    </Dialog>
  )
}
