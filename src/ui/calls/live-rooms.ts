import type Pusher from 'pusher-js'
import type { PresenceChannel } from 'pusher-js'
import type { Room, RoomHandlers, RoomMember } from './live-context.ts'

type Entered = { handlers: RoomHandlers; channel?: PresenceChannel }

const membersOf = ({ members }: PresenceChannel): RoomMember[] => {
  const all: RoomMember[] = []
  members.each(({ id, info }: { id: string; info: Omit<RoomMember, 'id'> }) => all.push({ ...info, id }))
  return all
}

/** The presence channels that a page is in. `attach` joins them all once the library is there. */
export const createRooms = () => {
  const rooms = new Map<string, Entered>()
  let pusher: Pusher | undefined

  const join = (name: string, room: Entered) => {
    if (!pusher) return
    const channel = pusher.subscribe(name) as PresenceChannel
    room.channel = channel
    const report = () => room.handlers.members(membersOf(channel))
    channel.bind('pusher:subscription_succeeded', () => {
      report()
      room.handlers.joined()
    })
    channel.bind('pusher:member_added', report)
    channel.bind('pusher:member_removed', report)
    for (const [event, receive] of Object.entries(room.handlers.messages))
      channel.bind(`client-${event}`, (data: unknown, from?: { user_id?: string }) => {
        if (from?.user_id !== undefined) receive(data, from.user_id)
      })
  }

  return {
    get size() {
      return rooms.size
    },
    attach: (client: Pusher) => {
      pusher = client
      // Who is in a room is not known while the connection is lost.
      client.connection.bind('state_change', ({ previous }: { previous: string }) => {
        if (previous === 'connected') for (const { handlers } of rooms.values()) handlers.members([])
      })
      for (const [name, room] of rooms) join(name, room)
    },
    enter: (name: string, handlers: RoomHandlers): Room => {
      const room: Entered = { handlers }
      rooms.set(name, room)
      join(name, room)
      return {
        send: (event, data) => {
          if (room.channel?.subscribed) room.channel.trigger(`client-${event}`, data)
        },
        leave: () => {
          if (rooms.get(name) !== room) return
          rooms.delete(name)
          room.channel?.unbind()
          pusher?.unsubscribe(name)
        },
      }
    },
    clear: () => rooms.clear(),
  }
}
