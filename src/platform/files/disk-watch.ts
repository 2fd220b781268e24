import { diskOf } from './disk.ts'

/** `low`: an operator should make room soon. `down`: hardly anything is left, or a write has just failed for lack of space. */
export type DiskState = 'up' | 'low' | 'down'
export type DiskReport = { state: DiskState; free: number; total: number }

/** So long after a write that failed for lack of space a disk counts as full: that of the database cannot be looked at. */
const FULL_MS = 30_000

/** Space counts as low until this much more is free, so that nobody is notified again and again. */
const HYSTERESIS = 1.1

type Sizes = { free: number; total: number; reserve: number; warnPercent: number; before: DiskState }

/** How a disk stands: low below the share to warn at or below twice the reserve, down below a quarter of the reserve. */
export const judgeDisk = ({ free, total, reserve, warnPercent, before }: Sizes): DiskState => {
  if (free < reserve / 4) return 'down'
  const threshold = Math.min(Math.max((total * warnPercent) / 100, 2 * reserve), total / 2)
  return free < threshold * (before === 'up' ? 1 : HYSTERESIS) ? 'low' : 'up'
}

type Options = {
  dir: string
  reserve: number
  warnPercent: number
  now: () => Date
  /** Called when the disk becomes low or full, and when there is room again. */
  onChange: (report: DiskReport) => void
  onError: (error: Error) => void
}

export type DiskWatch = {
  /** Looks at the disk now. */
  look: () => Promise<DiskReport>
  /** A write has failed for lack of space, wherever that was. */
  noteFull: () => void
  close: () => void
}

/** Looks at the disk of the files every minute. */
export const watchDisk = ({ dir, reserve, warnPercent, now, onChange, onError }: Options): DiskWatch => {
  let fullUntil = 0
  let state: DiskState = 'up'
  const look = async (): Promise<DiskReport> => {
    const { free, total } = await diskOf(dir)
    const judged = judgeDisk({ free, total, reserve, warnPercent, before: state })
    const next = now().getTime() < fullUntil ? 'down' : judged
    const hasChanged = (next === 'up') !== (state === 'up')
    state = next
    const report = { state, free, total }
    if (hasChanged) onChange(report)
    return report
  }
  const timer = setInterval(() => void look().catch(onError), 60_000)
  timer.unref()
  return {
    look,
    noteFull: () => {
      fullUntil = now().getTime() + FULL_MS
    },
    close: () => clearInterval(timer),
  }
}
