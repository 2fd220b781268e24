import { randomUUID } from 'node:crypto'
import type { Hub } from './hub.ts'

/** The bus topic on which processes report who is present with them. */
export const PRESENCE_TOPIC = 'live.presence'

/** How often a process says that it lives. */
export const PRESENCE_BEAT_MS = 30_000
const SILENCE_MS = 3 * PRESENCE_BEAT_MS

export type Member = { user_id: string; user_info?: unknown }

/** What a process says about its own members: all of its channels, or those that changed. */
type Report = { from: string; channels: Record<string, Member[]>; is_full: boolean; asks: boolean }
type Peer = { heardAt: number; channels: Map<string, Member[]> }

export type Presence = {
  /** Everyone present on a channel, each person once, for any number of connections and processes. */
  members: (channel: string) => Map<string, Member>
  join: (channel: string, socketId: string, member: Member) => void
  leave: (channel: string, socketId: string) => void
  /** Tells the other processes everything and asks them for the same; after the start and after lost messages. */
  introduce: () => void
  receive: (report: unknown) => void
  /** Tells the others that this process lives and forgets those that were silent too long. */
  beat: (now: number) => void
}

/**
 * Presence across processes, kept simple: each process owns the list of its own members and reports a channel's whole
 * list when it changes, so that reports may be lost or repeated; the union counts. The lists agree after a moment, not
 * at once. Members of a process that died silently disappear after 90 seconds.
 */
export function createPresence(hub: Hub, send: (report: Report) => void, clock: () => number): Presence {
  const self = randomUUID()
  const own = new Map<string, Map<string, Member>>()
  const peers = new Map<string, Peer>()

  const members = (channel: string) => {
    const all = new Map<string, Member>()
    for (const member of own.get(channel)?.values() ?? []) all.set(member.user_id, member)
    for (const peer of peers.values())
      for (const member of peer.channels.get(channel) ?? [])
        if (!all.has(member.user_id)) all.set(member.user_id, member)
    return all
  }

  /** Makes a change and tells the listeners of this process who came and who left. */
  const change = (channels: Iterable<string>, make: () => void, except?: string) => {
    const before = new Map(Array.from(channels, (channel) => [channel, members(channel)]))
    make()
    for (const [channel, earlier] of before) {
      const later = members(channel)
      for (const [userId, member] of later)
        if (!earlier.has(userId)) hub.deliver({ channel, event: 'pusher_internal:member_added', data: member, except })
      for (const userId of earlier.keys())
        if (!later.has(userId))
          hub.deliver({ channel, event: 'pusher_internal:member_removed', data: { user_id: userId }, except })
    }
  }

  const report = (channels: Iterable<string>, { is_full = false, asks = false } = {}) =>
    send({
      from: self,
      channels: Object.fromEntries(
        Array.from(channels, (channel) => [channel, [...(own.get(channel)?.values() ?? [])]]),
      ),
      is_full,
      asks,
    })

  const forget = (id: string, peer: Peer) => change(peer.channels.keys(), () => peers.delete(id))

  return {
    members,
    join: (channel, socketId, member) => {
      change(
        [channel],
        () => {
          const present = own.get(channel) ?? new Map<string, Member>()
          own.set(channel, present)
          present.set(socketId, member)
        },
        socketId,
      )
      report([channel])
    },
    leave: (channel, socketId) => {
      const present = own.get(channel)
      if (!present?.has(socketId)) return
      change([channel], () => {
        present.delete(socketId)
        if (present.size === 0) own.delete(channel)
      })
      report([channel])
    },
    introduce: () => report(own.keys(), { is_full: true, asks: true }),
    receive: (payload) => {
      const { from, channels, is_full, asks } = payload as Report
      if (from === self) return
      const peer = peers.get(from) ?? { heardAt: 0, channels: new Map() }
      peers.set(from, peer)
      peer.heardAt = clock()
      const touched = new Set([...Object.keys(channels), ...(is_full ? peer.channels.keys() : [])])
      change(touched, () => {
        for (const channel of touched) {
          const present = channels[channel] ?? []
          if (present.length > 0) peer.channels.set(channel, present)
          else peer.channels.delete(channel)
        }
      })
      if (asks) report(own.keys(), { is_full: true })
    },
    beat: (now) => {
      for (const [id, peer] of peers) if (now - peer.heardAt > SILENCE_MS) forget(id, peer)
      if (own.size > 0) report([])
    },
  }
}
