import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { SaveMark } from '#ui/app/form/save-mark.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconList } from '#ui/icons.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { LoadingNote, Skeleton } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import type { OutlineRow } from '../../rules/outline.ts'
import { DEFAULT_LOG_LEVEL, type PlayerInputs, playerFault } from '../../rules/player/player-inputs.ts'
import type { SendState } from '../../rules/player/sender.ts'
import type { OutboxStore } from '../outbox-store.ts'
import {
  createPlayerControl,
  type Launched,
  type OwnModule,
  type PlayerControl,
  type PlayerProblem,
} from '../player-control.ts'
import styles from '../scorm.module.css'
import { FillButton } from './fill-button.tsx'
import { ScormOutline } from './scorm-outline.tsx'

const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads'

const PROBLEMS: Record<PlayerProblem, { title: string; text: string; again: string | null }> = {
  superseded: {
    title: 'Opened somewhere else',
    text: 'You opened this module in another window later. What you do here is no longer saved.',
    again: 'Continue here',
  },
  expired: {
    title: 'This has been open for a long time',
    text: 'Please start the module again. Your progress is kept.',
    again: 'Start again',
  },
  missing: { title: 'This part cannot be opened', text: 'It is no longer in the module.', again: 'Start again' },
  locked: { title: 'This part is not open yet', text: 'Please finish the parts before it first.', again: null },
  refused: {
    title: 'Your progress cannot be saved',
    text: 'The server no longer accepts it. Your access to this course may have ended.',
    again: 'Start again',
  },
}

const MARKS: Record<SendState, string> = {
  ready: 'Saved automatically',
  saving: 'Saving…',
  saved: 'Saved',
  offline: 'Offline: your progress is kept and sent later',
  failed: 'Not saved',
}

/** What the player is given; `student_id` and `scorm_link` are required (SCO-005, SCO-007). */
export type ScormFrameProps = PlayerInputs & {
  title: string
  launched: Launched
  outline: readonly OutlineRow[]
  module: OwnModule | null
  store: OutboxStore | null
  onItemStatus?: (status: number) => void
  /** The content was used, or plays (TRD-061). */
  onUsed?: () => void
  /** Whether sound and video of the content pause (TRD-070). */
  isHeld?: boolean
  onRestart: () => void
}

/** The player in its frame, with the outline of the package and the mark that says whether everything is saved. */
export function ScormFrame(props: ScormFrameProps) {
  const fault = playerFault(props)
  useEffect(() => {
    if (fault) void toast.error(fault)
  }, [fault])
  if (fault)
    return (
      <div className={styles.notice}>
        <Alert tone="danger" title={props.title} isLive>
          {fault}
        </Alert>
      </div>
    )
  return <Playing {...props} />
}

/** One toast for each element and error, however often content repeats itself. */
const useRefusals = () => {
  const shownValues = useRef(new Set<string>())
  return (element: string, code: string) => {
    const key = `${element} ${code}`
    if (shownValues.current.has(key)) return
    shownValues.current.add(key)
    void toast.error(`The module could not save ${element} (error ${code}).`)
  }
}

function Playing({
  title,
  launched,
  outline,
  module,
  store,
  onItemStatus,
  onUsed,
  isHeld = false,
  onRestart,
  ...inputs
}: ScormFrameProps) {
  const api = useApi()
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const control = useRef<PlayerControl>(null)
  const [state, setState] = useState<SendState>('ready')
  const [rows, setRows] = useState(outline)
  const [current, setCurrent] = useState<string | null>(null)
  const [finished, setFinished] = useState<string | null>(null)
  const [problem, setProblem] = useState<PlayerProblem | null>(null)
  const [isListOpen, setIsListOpen] = useState(false)
  const onRefused = useRefusals()
  const logLevel = inputs.log_level ?? DEFAULT_LOG_LEVEL

  const events = useRef({ onItemStatus, onUsed, onRefused, isHeld })
  useEffect(() => {
    events.current = { onItemStatus, onUsed, onRefused, isHeld }
  })
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const playerControl = createPlayerControl({
      api,
      launched,
      module,
      store,
      log_level: logLevel,
      frame: () => element.contentWindow,
      events: {
        onState: setState,
        onOutline: setRows,
        onOpened: (item) => {
          setCurrent(item)
          setFinished(null)
          setProblem(null)
          // It may have been asked before there was anything to hear it.
          playerControl.hold(events.current.isHeld)
        },
        onFinished: setFinished,
        onItemStatus: (status) => events.current.onItemStatus?.(status),
        onProblem: setProblem,
        onUsed: () => events.current.onUsed?.(),
        onRefused: (key, code) => events.current.onRefused(key, code),
      },
    })
    control.current = playerControl
    // Only now is there somebody who hears that the player is ready.
    element.src = launched.scorm_link
    return () => {
      control.current = null
      playerControl.dispose()
    }
  }, [api, launched, module, store, logLevel])
  useEffect(() => control.current?.hold(isHeld), [isHeld])
  useBlocker({
    shouldBlockFn: async () => {
      await control.current?.close()
      return false
    },
    enableBeforeUnload: false,
  })

  const hasParts = rows.filter((row) => row.is_launchable).length > 1
  const open = (item: string) => {
    setIsListOpen(false)
    control.current?.open(item)
  }
  const list = <ScormOutline rows={rows} current={current} onOpen={open} />
  const at = rows.findIndex((row) => row.identifier === finished)
  const next = at < 0 ? undefined : rows.slice(at + 1).find((row) => row.is_launchable && !row.is_locked)
  const message = problem && PROBLEMS[problem]
  return (
    <div className={styles.player} ref={stage}>
      <div className={styles.bar}>
        <h1>{title}</h1>
        <div className={styles.state}>
          <SaveMark state={state} text={launched.is_kept ? MARKS[state] : 'Nothing is recorded'} />
        </div>
        <div className={styles.tools}>
          {hasParts && (
            <Button
              size="sm"
              variant="ghost"
              icon={IconList}
              className={styles.listButton}
              aria-haspopup="dialog"
              onClick={() => setIsListOpen(true)}
            >
              Contents
            </Button>
          )}
          <FillButton part={stage} />
        </div>
      </div>
      {message && (
        <div className={styles.notice}>
          <Alert
            tone="warning"
            title={message.title}
            isLive
            action={
              message.again && (
                <Button size="sm" onClick={onRestart}>
                  {message.again}
                </Button>
              )
            }
          >
            {message.text}
          </Alert>
        </div>
      )}
      {next && (
        <div className={styles.notice}>
          <Alert
            tone="success"
            title="This part is done"
            isLive
            action={
              <Button size="sm" onClick={() => open(next.identifier)}>
                Continue with {next.title}
              </Button>
            }
          />
        </div>
      )}
      <div className={styles.stage}>
        {hasParts && <div className={styles.list}>{list}</div>}
        <div className={styles.frame} aria-busy={current === null}>
          {current === null && (
            <div className={styles.waiting}>
              <LoadingNote text="The module is being opened" />
              <Skeleton height="100%" />
            </div>
          )}
          <iframe
            ref={frame}
            title={title}
            sandbox={SANDBOX}
            allow="autoplay; fullscreen; clipboard-write"
            referrerPolicy="no-referrer"
          />
        </div>
      </div>
      <Dialog isOpen={isListOpen} onClose={() => setIsListOpen(false)} side="left" title="Contents">
        {list}
      </Dialog>
    </div>
  )
}
