import type { Wire } from '#kernel/endpoint.ts'
import { Alert } from '#ui/public/alert.tsx'
import type { showLearnerModuleItem } from '../../contract.ts'
import styles from '../learn.module.css'

type Item = Wire<typeof showLearnerModuleItem>['data']

/** What a module item is made of, by type (LRN-034): formatted text, document viewer, player, or the video host's own. */
export function ItemContent({ item }: { item: Item }) {
  const { file, video } = item
  if (item.itemable_type === 'Text')
    // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it was saved (PGB-034)
    return <div className={styles.text} dangerouslySetInnerHTML={{ __html: item.text ?? '' }} />
  if (item.itemable_type === 'Audio' && file)
    return (
      // biome-ignore lint/a11y/useMediaCaption: spoken materials come without captions; the download serves other players
      <audio className={styles.audio} controls preload="metadata" src={file.url} aria-label={item.title} />
    )
  if (item.itemable_type === 'Video' && video)
    return (
      <iframe
        className={styles.video}
        src={video.embed_url}
        title={item.title}
        allow="fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    )
  if (file?.mime_type === 'application/pdf')
    return <iframe className={styles.paper} src={file.url} title={item.title} />
  if (file) return <Alert>This kind of document opens in its own program. Please download it.</Alert>
  return <Alert tone="warning">The content of this item is missing. Please tell your instructor.</Alert>
}
