import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useCallback, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useSession } from '../../calls/api.tsx'
import { LiveContext, type Room as LiveRoom } from '../../calls/live-context.ts'
import { newUuid } from '../../kept/new-uuid.ts'
import { ownTabs } from './own-tabs.ts'
import {
  BEAT_MS,
  EMPTY_ROOM,
  nextChange,
  type PersonHere,
  type Place,
  peopleIn,
  type Room,
  readPlace,
  settled,
  withMembers,
  withPlace,
} from './people.ts'
import { PresenceContext } from './presence-context.ts'

/** A change of page says its address first and its name a moment later; the others hear both at once. */
const PAUSE_MS = 200

type Said = Omit<Place, 'at'>

type PresenceRoomProps = {
  /** The presence channel, or null for people who only look. */
  channel: string | null
  /** The address of the builder; the places in it are named without it. */
  base: string
  /** What a screen of the builder is called. */
  nameOf: (path: string) => string
  children: ReactNode
}

/**
 * The people who have one builder open at the same time: where each of them is, for `AlsoHere` and `OpenElsewhere` inside
 * of it. Places go from browser to browser as client events, because they change with every click and are worth nothing
 * a moment later. Without a live connection nobody else is here.
 */
export function PresenceRoom({ channel, base, nameOf, children }: PresenceRoomProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const at = pathname.startsWith(base) ? pathname.slice(base.length).replace(/\/$/, '') : ''
  const [said, setSaid] = useState<Said>({ name: '', is_editing: false })
  const name = said.name || nameOf(pathname)
  const place = useMemo(() => ({ at, name, is_editing: said.is_editing }), [at, name, said.is_editing])
  const myId = String(useSession().viewer?.user_id ?? 0)
  const people = useRoom(channel, place, myId)
  const sayMore = useCallback((part: Partial<Said>) => setSaid((before) => ({ ...before, ...part })), [])
  const value = useMemo(() => ({ people, myId, at, base, say: sayMore }), [people, myId, at, base, sayMore])
  return <PresenceContext value={value}>{children}</PresenceContext>
}

/** Everyone in a presence channel with the places they say; tells them the own one. */
const useRoom = (channel: string | null, place: Place, myId: string): readonly PersonHere[] => {
  const live = useContext(LiveContext)
  const [people, setPeople] = useState<readonly PersonHere[]>([])
  const entered = useRef<{ room: LiveRoom; tab: string } | null>(null)
  const say = useEffectEvent((asks = false) =>
    entered.current?.room.send('place', { tab: entered.current.tab, place, asks }),
  )

  useEffect(() => {
    if (live === null || channel === null) return
    let room: Room = EMPTY_ROOM
    let timer: ReturnType<typeof setTimeout> | undefined
    const tab = newUuid()

    /** Keeps a state of the room, shows it where that makes a difference, and wakes when somebody is gone for good. */
    const keep = (next: Room) => {
      const now = performance.now()
      room = settled(next, now)
      const shown = peopleIn(room)
      setPeople((before) => (JSON.stringify(before) === JSON.stringify(shown) ? before : shown))
      clearTimeout(timer)
      const moment = nextChange(room)
      if (moment !== null) timer = setTimeout(() => keep(room), moment - now + 1)
    }

    const own = ownTabs(tab, (gone) => keep(withPlace(room, gone, myId, null, performance.now())))
    const liveRoom = live.enter(channel, {
      members: (members) => keep(withMembers(room, members, performance.now())),
      joined: () => say(true),
      messages: {
        place: (data, userId) => {
          const { tab: from, place: sent, asks } = (data ?? {}) as Record<string, unknown>
          if (typeof from !== 'string') return
          if (userId === myId) own.saw(from)
          keep(withPlace(room, from, userId, readPlace(sent), performance.now()))
          if (asks === true) say()
        },
      },
    })
    entered.current = { room: liveRoom, tab }
    const sayGone = () => liveRoom.send('place', { tab, place: null })
    const sayHere = () => say(true)
    const beat = setInterval(() => say(), BEAT_MS)
    addEventListener('pagehide', sayGone)
    addEventListener('pageshow', sayHere)
    return () => {
      clearInterval(beat)
      removeEventListener('pagehide', sayGone)
      removeEventListener('pageshow', sayHere)
      sayGone()
      own.stop()
      liveRoom.leave()
      entered.current = null
      clearTimeout(timer)
      setPeople([])
    }
  }, [live, channel, myId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the place is announced
  useEffect(() => {
    const soon = setTimeout(() => say(), PAUSE_MS)
    return () => clearTimeout(soon)
  }, [place])

  return people
}
