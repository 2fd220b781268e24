import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { playTime } from '#kernel/format/play-time.ts'
import { type Cue, readCaptions, transcriptOf } from '#kernel/uploads/captions.ts'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Select } from '#ui/public/parts/field.tsx'
import type { PlayClock } from '../play-clock.ts'
import styles from '../transcript.module.css'

export type Captions = { language: string; label: string; url: string }

type Props = { captions: readonly Captions[]; clock: PlayClock; onSeek: (seconds: number) => void }

const fetchCues = async (url: string): Promise<Cue[]> => {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The captions answered ${answer.status}`)
  return readCaptions(await answer.text()).cues ?? []
}

/** The last caption that has begun, by its number; -1 before the first, and while nothing plays. */
const currentOf = (cues: readonly Cue[], seconds: number | null): number =>
  seconds === null ? -1 : cues.findLastIndex(({ start, end }) => start <= seconds + 0.05 && seconds < end + 1)

/** The language that somebody reads, kept for the next recording. */
const LANGUAGE = 'transcript-language'
const startLanguage = (captions: readonly Captions[]): string => {
  const preferred = [localStorage.getItem(LANGUAGE), ...navigator.languages.flatMap((tag) => [tag, tag.split('-')[0]])]
  const known = preferred.find((tag) => captions.some(({ language }) => language === tag))
  return known ?? captions[0]?.language ?? ''
}

/** What is said in a recording, to be read: it marks the words being said, and a time leads to them (BLD-073). */
export function Transcript({ captions, clock, onSeek }: Props) {
  const id = useId()
  const [language, setLanguage] = useState(captions[0]?.language ?? '')
  useEffect(() => setLanguage(startLanguage(captions)), [captions])
  const shown = captions.find((each) => each.language === language) ?? captions[0]
  const {
    data: cues,
    error,
    refetch,
  } = useQuery({
    queryKey: ['captions', shown?.url],
    queryFn: () => fetchCues(shown?.url ?? ''),
    enabled: shown !== undefined && typeof window !== 'undefined',
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!shown) return null
  return (
    <section className={styles.transcript} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>Transcript</h2>
        {captions.length > 1 && (
          <Select
            aria-label="Language of the transcript"
            value={shown.language}
            options={captions.map((each) => ({ value: each.language, label: each.label }))}
            onChange={(event) => {
              setLanguage(event.currentTarget.value)
              localStorage.setItem(LANGUAGE, event.currentTarget.value)
            }}
          />
        )}
      </div>
      {error ? (
        <Alert
          tone="danger"
          action={
            <Button size="sm" variant="outline" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          The transcript could not be loaded. The recording plays without it.
        </Alert>
      ) : (
        <Passages key={shown.language} language={shown.language} cues={cues ?? []} clock={clock} onSeek={onSeek} />
      )}
    </section>
  )
}

type PassagesProps = Pick<Props, 'clock' | 'onSeek'> & { language: string; cues: readonly Cue[] }

function Passages({ language, cues, clock, onSeek }: PassagesProps) {
  const box = useRef<HTMLDivElement>(null)
  const passages = useMemo(() => transcriptOf(cues), [cues])
  const current = useSyncExternalStore(
    clock.subscribe,
    () => currentOf(cues, clock.now()),
    () => -1,
  )
  const said = cues[current]
  useEffect(() => {
    const words = said && box.current?.querySelector<HTMLElement>('[data-said]')
    if (!words || !box.current) return
    // Only the transcript moves, not the page around it.
    const { top, bottom } = box.current.getBoundingClientRect()
    const line = words.getBoundingClientRect()
    if (line.top < top || line.bottom > bottom) box.current.scrollTop += line.top - top - (bottom - top) / 3
  }, [said])
  return (
    <div ref={box} className={styles.passages}>
      {passages.map((passage) => (
        <div key={passage.start} className={styles.passage}>
          <button type="button" onClick={() => onSeek(passage.start)}>
            <span className="only-read">Play from </span>
            {playTime(passage.start)}
          </button>
          <p lang={language} dir="auto">
            {passage.speaker && <strong>{passage.speaker}: </strong>}
            {passage.cues.map((cue) => (
              <span key={`${cue.start} ${cue.text}`} data-said={cue === said || undefined}>
                {cue.text.replaceAll('\n', ' ')}{' '}
              </span>
            ))}
          </p>
        </div>
      ))}
    </div>
  )
}
