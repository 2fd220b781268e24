import type { Progress } from '#features/progress/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import { CloudRegistration } from '#platform/packages/cloud-scorm.ts'
import { isSame } from '#platform/secrets.ts'
import { loadRegistration } from '../registrations-store.ts'
import { passwordOf } from '../service.ts'
import { applyReport } from './apply-report.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const credentialsOf = (header: string | undefined): { name: string; password: string } => {
  const text = Buffer.from(/^Basic (\S+)$/i.exec(header ?? '')?.[1] ?? '', 'base64').toString('utf8')
  const [name = '', ...rest] = text.split(':')
  return { name, password: rest.join(':') }
}

/**
 * Takes a message of the service (SCO-025). Its name and password are those of the one registration it speaks of, and are
 * checked first; a message for a registration that this portal does not have changes nothing and is answered as received,
 * so that the service does not repeat it.
 */
export const receiveMessage = async (
  { progress, secret }: { progress: Progress; secret: string },
  tx: Tx,
  ctx: Context,
  request: { authorization: string | undefined; body: Buffer | null },
): Promise<{ received: boolean }> => {
  const { name, password } = credentialsOf(request.authorization)
  if (!UUID.test(name) || !isSame(password, passwordOf(secret, name)))
    throw fail('invalid', { message: 'The name or password is not valid.' })
  const json: unknown = request.body ? JSON.parse(request.body.toString('utf8')) : null
  const report = z.safeParse(CloudRegistration, json)
  if (!report.success || report.data.id !== name) throw fail('invalid', { message: 'The message cannot be read.' })
  const registration = await loadRegistration(tx, ctx.portal.id, name)
  if (registration) await applyReport(progress, tx, ctx, registration, report.data)
  return { received: true }
}
