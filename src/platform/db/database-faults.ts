// What is wrong when a database cannot be used, in words for the person who starts the program.
import type pg from 'pg'
import { StartError } from '../process/start-error.ts'

/** Older servers lack `grant … with set` and other things that the migrations use. */
const OLDEST = 18
/** A server that does not answer within this time is not waited for any longer. */
export const CONNECT_WITHIN_MS = 5_000

export type Target = {
  /** The variable that names the database; undefined for the one that comes with the program. */
  variable?: string | undefined
  connection: Pick<pg.ClientConfig, 'host' | 'port' | 'user'>
  database: string
}

const placeOf = ({ connection: { host = 'localhost', port = 5432 } }: Target) =>
  host.startsWith('/') ? `the socket in ${host}` : `${host}:${port}`

const CERTIFICATE = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_)/

const reasonOf = (error: unknown, target: Target): string | undefined => {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const { database } = target
  const place = placeOf(target)
  const user = `"${target.connection.user ?? ''}"`
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `no PostgreSQL answers at ${place}. Start it there, or correct host and port.`
    case 'EACCES':
      return `this user may not use ${place}. Let it, or name a host to connect to.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host "${target.connection.host}" is not known on this machine. Correct its name.`
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${place} cannot be reached. Check the address, and the firewall in between.`
    case '28P01':
      return `the server at ${place} refused the password of ${user}. Correct user or password.`
    case '28000':
      return `the server at ${place} does not let ${user} in (${message}). Correct the user, or allow it in pg_hba.conf.`
    case '3D000':
      return `there is no database "${database}" at ${place}. Correct its name, or create it: npm run db:migrate.`
    case '42501':
      return `${user} may not use the database "${database}" (${message}). Let an administrator grant it.`
    case '53300':
      return `the server at ${place} has no connection left. Close some, or raise max_connections.`
    case '57P03':
      return `the server at ${place} is starting or stopping (${message}). Try again in a moment.`
  }
  if (/timeout/i.test(message))
    return `${place} did not answer within ${CONNECT_WITHIN_MS / 1000} seconds. Check the address, and the firewall in between.`
  if (/does not support SSL/i.test(message))
    return `the server at ${place} does not speak TLS. Remove sslmode from the address, or switch ssl on at the server.`
  if (CERTIFICATE.test(code) || /certificate/i.test(message))
    return `the certificate of ${place} is not trusted (${message}). Name its authority with sslrootcert, or correct the host.`
  if (code === 'ECONNRESET' || /terminated unexpectedly/i.test(message))
    return `${place} closed the connection. Is that PostgreSQL, and its port?`
  return undefined
}

/** The error as a line about the variable, where its reason is known; others pass unchanged. */
export const explainConnection = (error: unknown, target: Target): unknown => {
  if (error instanceof StartError) return error
  const reason = reasonOf(error, target)
  if (reason === undefined) return error
  return new StartError(`${target.variable ?? 'The database'}: ${reason}`, { cause: error })
}

/** Throws a StartError where the server, by its `server_version_num`, is too old. */
export const refuseOldServer = (version: number, target: Target): void => {
  const major = Math.floor(version / 10_000)
  if (major >= OLDEST) return
  throw new StartError(
    `${target.variable ?? 'The database'}: PostgreSQL ${OLDEST} is needed; the server at ${placeOf(target)} is ${major}.${version % 10_000}. ` +
      'Upgrade it, or leave DATABASE_URL unset for the one that comes with Portico.',
  )
}
