import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useApi } from '#ui/calls/api.tsx'
import { newUuid } from '#ui/kept/new-uuid.ts'
import { reportSeatTime } from '../contract.ts'
import { type Pause, pauseOf } from '../rules/attention.ts'
import { REPORT_SECONDS } from '../rules/clock.ts'
import { type SeatItem, seatTimeQueries } from './queries.ts'

const USES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchstart'] as const
const LISTENING = { capture: true, passive: true } as const

type SeatPlace = {
  relatedId: number
  item: SeatItem
  /** True in a course with rules that may be worked on; nothing is reported elsewhere, nor where no rule is about time. */
  isOn: boolean
  /** The item is a player in a frame that says itself when it is used (TRD-061). */
  isPlayer?: boolean | undefined
}

/**
 * Reports that an item is open and in use (TRD-009), and answers what counts. Time without a connection is not kept: only the
 * server's clock counts.
 */
export const useSeatTime = ({ relatedId, item: { type, id }, isOn: mayBeOn, isPlayer = false }: SeatPlace) => {
  const api = useApi()
  const queryClient = useQueryClient()
  const { data, dataUpdatedAt } = useQuery({
    ...seatTimeQueries(api).standing(relatedId, { type, id }),
    enabled: mayBeOn,
  })
  const isOn = mayBeOn && data?.data.is_measured !== false
  const [pause, setPause] = useState<Pause | null>(null)
  const now = useRef<() => Promise<void>>(async () => {})
  const used = useRef<() => void>(() => {})
  const held = useRef(false)

  const report = useCallback(
    async (visit: string, isEnd: boolean): Promise<void> => {
      if (held.current && !isEnd) return
      const queries = seatTimeQueries(api)
      const body = { related_id: relatedId, item_type: type, item_id: id, visit, is_end: isEnd }
      try {
        const answer = await api.call(reportSeatTime, { body })
        queryClient.setQueryData(queries.standing(relatedId, { type, id }).queryKey, answer)
        queryClient.setQueryData(queries.standing(relatedId).queryKey, { data: { ...answer.data, item: null } })
      } catch {
        // A report that is lost counts nothing, and the next one goes on from the last that arrived.
      }
    },
    [api, queryClient, relatedId, type, id],
  )

  useEffect(() => {
    if (!isOn) return
    const playing = new Set<EventTarget>()
    let visit = newUuid()
    let usedAt = Date.now()
    let paused: Pause | null = null
    const current = () =>
      pauseOf({
        is_visible: document.visibilityState === 'visible',
        is_online: navigator.onLine,
        // The player of a video host is a frame, and keeps the focus of the person who uses it.
        is_playing: playing.size > 0 || (!isPlayer && document.activeElement instanceof HTMLIFrameElement),
        used_at: usedAt,
        now: Date.now(),
      })
    const look = () => {
      const next = current()
      if (next === paused) return
      if (next === null) {
        visit = newUuid()
        void report(visit, false)
      } else if (paused === null && next !== 'offline') void report(visit, true)
      paused = next
      setPause(next)
    }
    const use = () => {
      usedAt = Date.now()
      if (paused === 'idle') look()
    }
    const play = ({ target }: Event) => {
      if (target) playing.add(target)
      use()
    }
    const rest = ({ target }: Event) => {
      if (target) playing.delete(target)
      use()
    }
    const tick = () => {
      const before = paused
      look()
      if (before === null && paused === null) void report(visit, false)
    }
    used.current = use
    now.current = async () => {
      if (paused === null) await report(visit, false)
    }
    void report(visit, false)
    const timer = setInterval(tick, REPORT_SECONDS * 1000)
    for (const name of USES) document.addEventListener(name, use, LISTENING)
    document.addEventListener('playing', play, LISTENING)
    for (const name of ['pause', 'ended', 'emptied']) document.addEventListener(name, rest, LISTENING)
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      clearInterval(timer)
      for (const name of USES) document.removeEventListener(name, use, LISTENING)
      document.removeEventListener('playing', play, LISTENING)
      for (const name of ['pause', 'ended', 'emptied']) document.removeEventListener(name, rest, LISTENING)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
      removeEventListener('offline', look)
      now.current = async () => {}
      used.current = () => {}
      if (paused === null) void report(visit, true)
    }
  }, [isOn, isPlayer, report])

  return {
    standing: data?.data ?? null,
    /** When the standing arrived, by the clock of the browser. */
    arrivedAt: dataUpdatedAt,
    /** Whether the standing of an item that counts time is not here yet. */
    isWaiting: mayBeOn && data === undefined,
    /** Stops reports until somebody goes on: the next one would ask an identity question. */
    hold: useCallback((isHeld: boolean) => {
      held.current = isHeld
    }, []),
    pause: isOn ? pause : null,
    /** Says that the item was used where this page cannot see it. */
    use: useCallback(() => used.current(), []),
    /** Reports at once, so that the last seconds count before the item is finished. */
    reportNow: useCallback(() => now.current(), []),
  }
}

export type SeatTimeUse = ReturnType<typeof useSeatTime>
