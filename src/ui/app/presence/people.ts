import type { RoomMember } from '../../calls/live-context.ts'

/** Where in a builder a person is: an address within it, what stands there, and whether the form there has edits that are not saved. */
export type Place = { at: string; name: string; is_editing: boolean }
/** A person in the room with the places of all their tabs. */
export type PersonHere = RoomMember & { places: Place[] }

/** `goneAt` is when they left last, also if they are back. */
type Known = RoomMember & { leftAt: number | null; goneAt: number | null }
type Seen = { userId: string; place: Place; seenAt: number }
export type Room = { members: ReadonlyMap<string, Known>; tabs: ReadonlyMap<string, Seen> }

export const EMPTY_ROOM: Room = { members: new Map(), tabs: new Map() }

/** How often a tab says where it is, and for how long that counts. Browsers let hidden tabs speak once a minute. */
export const BEAT_MS = 30_000
export const SEEN_MS = 100_000
/** Somebody who loads a page again is away for a moment; nobody should hear that they left and came. */
export const GRACE_MS = 4000

const LONGEST = 200

/** A place as another browser sends it; null for everything that is none. */
export const readPlace = (data: unknown): Place | null => {
  const { at, name, is_editing } = (data ?? {}) as Record<string, unknown>
  if (typeof at !== 'string' || at.length > LONGEST || !/^(?:\/[\w-]+)*$/.test(at)) return null
  if (typeof name !== 'string') return null
  return { at, name: name.slice(0, LONGEST), is_editing: is_editing === true }
}

/** The room with these members: those who are missing leave it after a moment. */
export const withMembers = (room: Room, members: readonly RoomMember[], now: number): Room => {
  const next = new Map<string, Known>()
  for (const [id, known] of room.members) {
    const leftAt = known.leftAt ?? now
    next.set(id, { ...known, leftAt, goneAt: leftAt })
  }
  for (const member of members) {
    const known = room.members.get(member.id)
    next.set(member.id, { ...member, leftAt: null, goneAt: known?.leftAt ?? known?.goneAt ?? null })
  }
  return { ...room, members: next }
}

/** The room after a tab said where it is, or with null that it closes. Tabs from before the person was away are gone with it. */
export const withPlace = (room: Room, tab: string, userId: string, place: Place | null, now: number): Room => {
  const goneAt = room.members.get(userId)?.goneAt ?? null
  const tabs = new Map(
    [...room.tabs].filter(([, seen]) => seen.userId !== userId || goneAt === null || seen.seenAt > goneAt),
  )
  if (place) tabs.set(tab, { userId, place, seenAt: now })
  else tabs.delete(tab)
  return { ...room, tabs }
}

/** The room without the people and tabs that are gone for long enough. */
export const settled = (room: Room, now: number): Room => {
  const members = new Map([...room.members].filter(([, { leftAt }]) => leftAt === null || now - leftAt < GRACE_MS))
  const tabs = new Map([...room.tabs].filter(([, { userId, seenAt }]) => members.has(userId) && now - seenAt < SEEN_MS))
  return { members, tabs }
}

/** When `settled` will next take something away, or null if nothing is about to go. */
export const nextChange = ({ members, tabs }: Room): number | null => {
  const moments = [
    ...[...members.values()].flatMap(({ leftAt }) => (leftAt === null ? [] : [leftAt + GRACE_MS])),
    ...[...tabs.values()].map(({ seenAt }) => seenAt + SEEN_MS),
  ]
  return moments.length > 0 ? Math.min(...moments) : null
}

/** Everyone in the room by name, each with the places of their tabs. */
export const peopleIn = ({ members, tabs }: Room): PersonHere[] =>
  [...members.values()]
    .map(({ id, display_name, avatar }) => ({
      id,
      display_name,
      avatar,
      places: [...tabs.values()].filter(({ userId }) => userId === id).map(({ place }) => place),
    }))
    .sort((one, other) => one.display_name.localeCompare(other.display_name, 'en') || Number(one.id) - Number(other.id))

/** Names as a sentence lists them, at most three. */
export const namesInWords = (names: readonly string[]): string => {
  const [first = '', second = '', third] = names
  if (names.length <= 1) return first
  if (names.length === 2) return `${first} and ${second}`
  return names.length === 3
    ? `${first}, ${second}, and ${third}`
    : `${first}, ${second}, and ${names.length - 2} others`
}

/** Who else is at a place: a person is editing there if one of their tabs has edits. */
export const openElsewhere = (people: readonly PersonHere[], at: string) =>
  people.flatMap(({ id, display_name, places }) => {
    const here = places.filter((place) => place.at === at)
    return here.length === 0 ? [] : [{ id, display_name, is_editing: here.some(({ is_editing }) => is_editing) }]
  })
