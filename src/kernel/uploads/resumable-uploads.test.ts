import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  RESUMABLE_ERRORS,
  RETRY_DELAYS,
  repeatJoining,
  resumableErrorCode,
  resumableErrorText,
  resumableUploadOptions,
  shouldRetryUpload,
  ZIP_MAX_FILES,
  ZIP_RULE,
  zipUploadOptions,
} from '#kernel/uploads/resumable-uploads.ts'
import { checkUpload } from '#kernel/uploads/uploads.ts'

const input = { endpoint: '/api/v1/tus', filename: 'course.zip', xsrfToken: () => 'token-1' }

describe('zip uploads', () => {
  test('one zip of at most 10 GiB, 5 parts at once, chunks of 50 MB (UPL-022, UPL-023, UPL-024)', () => {
    expect(ZIP_MAX_FILES).toBe(1)
    expect(checkUpload({ name: 'course.ZIP', size: 10_737_418_240 }, ZIP_RULE)).toBeNull()
    expect(checkUpload({ name: 'course.zip', size: 10_737_418_241 }, ZIP_RULE)?.title).toBe('Wrong Size')
    expect(checkUpload({ name: 'course.rar', size: 1 }, ZIP_RULE)?.title).toBe('Wrong Format')
    expect(zipUploadOptions(input)).toMatchObject({
      endpoint: '/api/v1/tus',
      chunkSize: 52_428_800,
      parallelUploads: 5,
      metadata: { filename: 'course.zip' },
    })
  })

  test('the chunk size elsewhere is unlimited (UPL-022)', () => {
    const options = resumableUploadOptions(input)
    expect(options.chunkSize).toBe(Number.POSITIVE_INFINITY)
    expect(options).not.toHaveProperty('parallelUploads')
  })

  test('a parallel upload never names its size, since the client refuses that with parts (UPL-023)', () => {
    expect(zipUploadOptions(input)).not.toHaveProperty('uploadSize')
  })

  test('every request has the current token (UPL-020)', () => {
    let token = 'first'
    const sent: string[][] = []
    const { onBeforeRequest } = zipUploadOptions({ ...input, xsrfToken: () => token })
    const request = { setHeader: (name: string, value: string) => void sent.push([name, value]) }
    onBeforeRequest(request)
    token = 'second'
    onBeforeRequest(request)
    expect(sent).toEqual([
      ['X-Xsrf-Token', 'first'],
      ['X-Xsrf-Token', 'second'],
    ])
  })
})

describe('retries', () => {
  test('pauses are 0, 1, 3 and 5 seconds (UPL-025)', () => {
    expect(RETRY_DELAYS).toEqual([0, 1000, 3000, 5000])
    expect(zipUploadOptions(input).retryDelays).toEqual([0, 1000, 3000, 5000])
  })

  test.each([
    [0, true],
    [200, true],
    [302, true],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [409, true],
    [410, false],
    [412, false],
    [413, false],
    [415, false],
    [419, false],
    [423, true],
    [429, false],
    [499, false],
    [500, true],
    [501, true],
    [503, true],
    [507, true],
  ])('status %i is retried: %s; never while offline (UPL-026)', (status, isRetried) => {
    expect(shouldRetryUpload(status, true)).toBe(isRetried)
    expect(shouldRetryUpload(status, false)).toBe(false)
    const error = { originalResponse: { getStatus: () => status } }
    expect(zipUploadOptions(input).onShouldRetry(error)).toBe(isRetried)
  })

  test('offline nothing is retried (UPL-026)', () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(zipUploadOptions(input).onShouldRetry(new Error('socket hang up'))).toBe(false)
    vi.unstubAllGlobals()
  })

  test('a missing answer is retried (UPL-026)', () => {
    expect(zipUploadOptions(input).onShouldRetry(new Error('socket hang up'))).toBe(true)
  })
})

describe('texts of a failed upload', () => {
  test.each([
    ['tus: no file or stream to upload provided', 'No file is chosen.'],
    ['tus: neither an endpoint or an upload URL is provided', 'No upload address is set.'],
    ['tus: unable to create upload because no endpoint is provided', 'No upload address is set.'],
    [
      'tus: unexpected response while creating upload, originated from request (url: /endpoint, response text: locked)',
      'The upload server gave an unexpected answer.',
    ],
    ['tus: invalid or missing Location header', 'The upload server gave no address.'],
    ['tus: invalid or missing offset value', 'The upload position is invalid.'],
    ['tus: invalid or missing length value', 'The upload position is invalid.'],
    ['tus: upload is currently locked; retry later', 'The upload is locked. Please try again later.'],
  ])('%s reads "%s" (UPL-027, ERR-076)', (message, text) => {
    expect(resumableErrorText(new Error(message), { name: 'a.zip', size: 1 })).toBe(text)
  })

  test('the answers 423, 413 and 415 have their own texts (UPL-027, UPL-029)', () => {
    const answered = (status: number) => ({ message: 'tus: unexpected', originalResponse: { getStatus: () => status } })
    const file = { name: 'a.zip', size: 3 * 1024 ** 3 }
    expect(resumableErrorText(answered(423), file)).toBe(RESUMABLE_ERRORS.locked)
    expect(resumableErrorText(answered(413), file)).toBe('The file a.zip (3 GB) is too large.')
    expect(resumableErrorText(answered(415), file)).toBe('The file a.zip has a wrong format.')
    expect(resumableErrorCode(answered(500))).toBe('unexpected_response')
  })
})

describe('a connection lost while parts are joined', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const broken = new Error('socket hang up')
  const make = () => {
    const upload = { start: vi.fn(), options: { onError: vi.fn<(error: Error) => void>() } }
    const report = upload.options.onError
    const stop = repeatJoining(upload)
    return { upload, report, stop, fail: (error: Error) => upload.options.onError(error) }
  }

  test('the upload restarts after 0, 1, 3 and 5 seconds, and then fails (UPL-025)', () => {
    const { upload, report, fail } = make()
    for (const [i, delay] of RETRY_DELAYS.entries()) {
      fail(broken)
      if (delay > 0) vi.advanceTimersByTime(delay - 1)
      expect(upload.start).toHaveBeenCalledTimes(i)
      vi.advanceTimersByTime(delay > 0 ? 1 : 0)
      expect(upload.start).toHaveBeenCalledTimes(i + 1)
    }
    expect(report).not.toHaveBeenCalled()
    fail(broken)
    expect(report).toHaveBeenCalledWith(broken)
  })

  test('answers, errors of the client and being offline are reported at once (UPL-026)', () => {
    const { upload, report, fail } = make()
    fail(Object.assign(new Error('refused'), { originalRequest: {} }))
    fail(new Error('tus: no file or stream to upload provided'))
    vi.stubGlobal('navigator', { onLine: false })
    fail(broken)
    vi.unstubAllGlobals()
    vi.runAllTimers()
    expect(report).toHaveBeenCalledTimes(3)
    expect(upload.start).not.toHaveBeenCalled()
  })

  test('giving up ends the wait', () => {
    const { upload, stop, fail } = make()
    fail(broken)
    stop()
    vi.runAllTimers()
    expect(upload.start).not.toHaveBeenCalled()
  })
})
