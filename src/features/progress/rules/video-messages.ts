import type { VideoLink } from '#kernel/uploads/video.ts'

type Provider = VideoLink['provider']

/** The address of an embedded video that starts at a second and reports its position. */
export const resumableUrl = (provider: Provider, embedUrl: string, seconds: number): string => {
  const url = new URL(embedUrl)
  // https://developers.google.com/youtube/player_parameters, https://developer.vimeo.com/player/embedding
  if (provider === 'youtube') {
    url.searchParams.set('enablejsapi', '1')
    if (seconds > 0) url.searchParams.set('start', String(seconds))
  } else if (seconds > 0) url.hash = `t=${seconds}s`
  return url.href
}

/** The message that makes a player report its position; sent when its frame has loaded. */
export const listenMessages = (provider: Provider): readonly string[] =>
  provider === 'youtube'
    ? [JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })]
    : ['timeupdate', 'pause'].map((value) => JSON.stringify({ method: 'addEventListener', value }))

export type VideoPlace = { seconds: number; is_paused: boolean }

const YOUTUBE_PAUSED = 2
const parse = (data: unknown): Record<string, unknown> | null => {
  try {
    const value: unknown = typeof data === 'string' ? JSON.parse(data) : data
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Where a video is, read from a message of its player; null for every other message. */
export const videoPlace = (provider: Provider, data: unknown): VideoPlace | null => {
  const message = parse(data)
  if (!message) return null
  if (provider === 'youtube') {
    const info = parse(message.info)
    if (message.event !== 'infoDelivery' || typeof info?.currentTime !== 'number') return null
    return { seconds: info.currentTime, is_paused: info.playerState === YOUTUBE_PAUSED }
  }
  const report = parse(message.data)
  if (!['timeupdate', 'pause'].includes(String(message.event)) || typeof report?.seconds !== 'number') return null
  return { seconds: report.seconds, is_paused: message.event === 'pause' }
}

/** The messages that lead a player to a second and let it play from there. */
export const seekMessages = (provider: Provider, seconds: number): readonly string[] =>
  provider === 'youtube'
    ? [
        JSON.stringify({ event: 'command', func: 'seekTo', args: [seconds, true] }),
        JSON.stringify({ event: 'command', func: 'playVideo', args: [] }),
      ]
    : [JSON.stringify({ method: 'setCurrentTime', value: seconds }), JSON.stringify({ method: 'play' })]
