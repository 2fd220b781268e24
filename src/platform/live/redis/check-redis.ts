import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { StartError } from '../../process/start-error.ts'
import { redisOptions } from './redis-events.ts'

const ANSWER_WITHIN_MS = 5_000

const reasonOf = (message: string): string | null => {
  if (/^(WRONGPASS|NOAUTH|ERR AUTH)/i.test(message)) return 'the server refused user or password. Correct them.'
  if (/^NOPERM/i.test(message))
    return 'the user may not publish and subscribe. Allow it (+publish +subscribe &portico:live:*).'
  if (/ENOTFOUND/.test(message)) return 'its host is not known on this machine. Correct its name.'
  if (/certificate|self.signed|SSL|TLS|wrong version/i.test(message))
    return 'the server does not speak TLS, or its certificate is not trusted. Correct rediss:// or the certificate.'
  return null
}

/**
 * Looks at REDIS_URL before a start; false when Redis does not answer just now, which is no reason not to start. What
 * waiting does not cure is a StartError.
 */
export const checkRedis = async (url: string, channel: string): Promise<boolean> => {
  const client = createClient(redisOptions(url))
  client.on('error', () => {})
  const late = new AbortController()
  try {
    await Promise.race([
      client.connect().then(() => client.publish(`${channel}.probe`, '')),
      pause(ANSWER_WITHIN_MS, undefined, late).then(() => {
        throw new Error('Redis did not answer')
      }),
    ])
    return true
  } catch (error) {
    const { message } = error as Error
    const reason = reasonOf(message)
    if (reason) throw new StartError(`REDIS_URL: ${reason}`, { cause: error })
    return false
  } finally {
    late.abort()
    if (client.isOpen) client.destroy()
  }
}
