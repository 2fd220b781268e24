import type { Wire } from '#kernel/endpoint.ts'
import { DocumentViewer, hasViewer } from '#ui/documents/viewer.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Prose } from '#ui/public/parts/prose.tsx'
import type { showLearnerModuleItem } from '../../contract.ts'
import styles from '../learn.module.css'
import { usePlace } from '../use-place.ts'
import { HostVideo } from './host-video.tsx'
import { Sound } from './sound.tsx'
import { VideoFile } from './video-file.tsx'

type Item = Wire<typeof showLearnerModuleItem>['data']

/** What a module item is made of, by type (LRN-034): formatted text, document viewer, player, or the video host's own. */
export function ItemContent({ item, relatedId }: { item: Item; relatedId: number }) {
  const { file, video, captions } = item
  if (item.itemable_type === 'Text') return <Prose className={styles.text} html={item.text ?? ''} />
  if (item.itemable_type === 'Audio' && file)
    return <Sound item={item} url={file.url} captions={captions} relatedId={relatedId} />
  if (item.itemable_type === 'Video' && video)
    return <HostVideo item={item} video={video} captions={captions} relatedId={relatedId} />
  if (item.itemable_type === 'Video' && file)
    return <VideoFile item={item} url={file.url} captions={captions} relatedId={relatedId} />
  const extension = file?.name.split('.').at(-1)?.toLowerCase() ?? ''
  if (file && hasViewer(extension))
    return <PlacedDocument item={item} url={file.url} type={extension} relatedId={relatedId} />
  if (file) return <Alert>This kind of document opens in its own program. Please download it.</Alert>
  return <Alert tone="warning">The content of this item is missing. Please tell your instructor.</Alert>
}

/** A document that opens where its learner left it (LRN-049). */
function PlacedDocument({ item, url, type, relatedId }: { item: Item; url: string; type: string; relatedId: number }) {
  return <DocumentViewer url={url} type={type} title={item.title} place={usePlace(item, relatedId)} />
}
