/** Limits of the live server; each can be set lower or higher where it is attached. */
export const LIVE_LIMITS = {
  connections: 20_000,
  channels_per_connection: 100,
  members_per_channel: 100,
  client_events_per_second: 10,
  frames_per_second: 200,
  /** Bytes of one frame that a client sends. */
  frame_bytes: 10 * 1024,
  /** Bytes waiting for a client that reads too slowly; beyond them it is dropped. */
  buffered_bytes: 1024 * 1024,
  /** Seconds of silence after which a connection is asked whether it is there. */
  activity_seconds: 120,
  /** Seconds it has for its answer. */
  pong_seconds: 30,
  /** Seconds a client has for its part of the goodbye once the server has closed the connection. */
  goodbye_seconds: 5,
}
export type LiveLimits = typeof LIVE_LIMITS
