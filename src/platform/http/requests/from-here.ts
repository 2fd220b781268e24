import type { FastifyRequest } from 'fastify'

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
/** What a proxy adds when it passes on a request from outside. */
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** Whether a program on this machine asks, and no proxy passes on what somebody outside asks. */
export const isFromHere = ({ raw, headers }: FastifyRequest): boolean => {
  const isHere = LOOPBACK.includes(raw.socket.remoteAddress ?? '')
  return isHere && PASSED_ON.every((name) => headers[name] === undefined)
}
