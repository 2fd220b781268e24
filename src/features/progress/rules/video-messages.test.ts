import { describe, expect, test } from 'vitest'
import { listenMessages, resumableUrl, videoPlace } from './video-messages.ts'

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
const VIMEO = 'https://player.vimeo.com/video/76979871?dnt=1&h=abc123'

describe('videos of both hosts resume where they were left (LRN-049)', () => {
  test.each([
    ['youtube', YOUTUBE, 0, `${YOUTUBE}?enablejsapi=1`],
    ['youtube', YOUTUBE, 95, `${YOUTUBE}?enablejsapi=1&start=95`],
    ['vimeo', VIMEO, 0, VIMEO],
    ['vimeo', VIMEO, 95, `${VIMEO}#t=95s`],
  ] as const)('%s at %s from second %d', (provider, url, seconds, expected) => {
    expect(resumableUrl(provider, url, seconds)).toBe(expected)
  })

  test.each([
    [
      'youtube',
      { event: 'infoDelivery', info: { currentTime: 12.5, playerState: 1 } },
      { seconds: 12.5, is_paused: false },
    ],
    [
      'youtube',
      { event: 'infoDelivery', info: { currentTime: 12.5, playerState: 2 } },
      { seconds: 12.5, is_paused: true },
    ],
    ['youtube', { event: 'infoDelivery', info: { volume: 4 } }, null],
    ['youtube', { event: 'onReady', info: null }, null],
    ['vimeo', { event: 'timeupdate', data: { seconds: 7, percent: 0.1 } }, { seconds: 7, is_paused: false }],
    ['vimeo', { event: 'pause', data: { seconds: 8 } }, { seconds: 8, is_paused: true }],
    ['vimeo', { event: 'play', data: { seconds: 8 } }, null],
    ['vimeo', { event: 'timeupdate', data: { seconds: '8' } }, null],
  ] as const)('%s says %j', (provider, message, expected) => {
    expect(videoPlace(provider, JSON.stringify(message))).toEqual(expected)
    expect(videoPlace(provider, message)).toEqual(expected)
  })

  test.each(['', '{', 'null', '4', null, undefined, 7])('%j is ignored', (message) => {
    expect(videoPlace('youtube', message)).toBeNull()
    expect(videoPlace('vimeo', message)).toBeNull()
  })

  test('each host is asked in its own protocol', () => {
    expect(listenMessages('youtube').map((text) => JSON.parse(text).event)).toEqual(['listening'])
    expect(listenMessages('vimeo').map((text) => JSON.parse(text).value)).toEqual(['timeupdate', 'pause'])
  })
})
