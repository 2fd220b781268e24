import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type VideoLink, videoPageUrl } from '#kernel/uploads/video.ts'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { listenMessages, resumableUrl, seekMessages, videoPlace } from '../../rules/video-messages.ts'
import styles from '../learn.module.css'
import { createPlayClock } from '../play-clock.ts'
import { type PlaceItem, usePlace } from '../use-place.ts'
import { type Captions, Transcript } from './transcript.tsx'

type Props = {
  item: PlaceItem & { title: string }
  video: Pick<VideoLink, 'provider' | 'id'> & { embed_url: string }
  captions: readonly Captions[]
  relatedId: number
}

const HOSTS = { youtube: 'YouTube', vimeo: 'Vimeo' } as const

/** A video in its host's own player, which resumes where its learner left off (LRN-034, LRN-049). */
export function HostVideo({ item, video, captions, relatedId }: Props) {
  const [clock] = useState(createPlayClock)
  const frame = useRef<HTMLIFrameElement>(null)
  const { from, move, rest } = usePlace(item, relatedId)
  // Stays constant: another address would load the player again.
  const [url] = useState(() => resumableUrl(video.provider, video.embed_url, from))
  const { origin } = new URL(url)

  const onMessage = useEffectEvent((event: MessageEvent) => {
    if (event.source !== frame.current?.contentWindow || event.origin !== origin) return
    const place = videoPlace(video.provider, event.data)
    if (!place) return
    clock.set(place.seconds)
    ;(place.is_paused ? rest : move)(place.seconds)
  })
  const send = (messages: readonly string[]) => {
    for (const message of messages) frame.current?.contentWindow?.postMessage(message, origin)
  }
  const listen = () => send(listenMessages(video.provider))
  // A frame of the server's page may have loaded before this script; a repeated message has no second effect.
  const listenNow = useEffectEvent(listen)
  useEffect(() => {
    listenNow()
    const receive = (event: MessageEvent) => onMessage(event)
    addEventListener('message', receive)
    return () => removeEventListener('message', receive)
  }, [])

  return (
    <>
      <iframe
        ref={frame}
        className={styles.video}
        src={url}
        title={item.title}
        allow="fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={listen}
      />
      <p className={styles.host}>
        Subtitles, speed and quality are set in the player.{' '}
        <Anchor href={videoPageUrl({ ...video, hash: new URL(video.embed_url).searchParams.get('h') })} isNewTab>
          Watch it on {HOSTS[video.provider]}
        </Anchor>
      </p>
      <Transcript captions={captions} clock={clock} onSeek={(seconds) => send(seekMessages(video.provider, seconds))} />
    </>
  )
}
