// The Pusher channels protocol, versions 5 to 7: frames are JSON, and the `data` of what the server sends is a string
// that holds JSON. https://pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol/

/** Close codes: 4000 to 4099 must not come back, 4100 to 4199 come back after a pause, 4200 to 4299 at once. */
export const CLOSE = {
  unknownKey: { code: 4001, reason: 'App key does not exist' },
  unsupportedProtocol: { code: 4007, reason: 'Unsupported protocol version' },
  overCapacity: { code: 4100, reason: 'Over capacity' },
  tooManyFrames: { code: 4100, reason: 'Too many messages' },
  // The client asks again at once, and learns that it may not any more.
  sessionEnded: { code: 4200, reason: 'The session has ended' },
  shutdown: { code: 4200, reason: 'Reconnect immediately' },
  pongTimeout: { code: 4201, reason: 'Pong reply not received in time' },
} as const
export type CloseReason = (typeof CLOSE)[keyof typeof CLOSE]

/** Codes of errors that leave the connection open. */
export const ERROR = { malformed: 4300, clientEventRejected: 4301, unauthorized: 4009 } as const

/** Sent to every connection when events may have been lost on their way to this process: time to read again. */
export const GAP_EVENT = 'portico:gap'

export type ClientFrame = { event: string; channel?: string; data: unknown }

/** Reads a frame of a client, or gives null for what is none. */
export function readFrame(text: string): ClientFrame | null {
  try {
    const frame: unknown = JSON.parse(text)
    if (typeof frame !== 'object' || frame === null) return null
    const { event, channel, data } = frame as Record<string, unknown>
    if (typeof event !== 'string') return null
    return { event, data, channel: typeof channel === 'string' ? channel : undefined }
  } catch {
    return null
  }
}

/** The fields of a frame's data, whether it came as an object or as a string that holds one. */
export function fieldsOf(data: unknown): Record<string, unknown> {
  try {
    const value: unknown = typeof data === 'string' ? JSON.parse(data) : data
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Writes a frame of the server. */
export function writeFrame(event: string, data: unknown, channel?: string, userId?: string): string {
  return JSON.stringify({
    event,
    channel,
    data: typeof data === 'string' ? data : JSON.stringify(data ?? {}),
    user_id: userId,
  })
}

/** Writes an error; its data is an object, the one exception of the protocol. */
export const writeError = (code: number, message: string) =>
  JSON.stringify({ event: 'pusher:error', data: { code, message } })
