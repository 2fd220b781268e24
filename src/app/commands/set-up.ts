// npm run set-up -- you@example.com "Your Company": the core portal, the admin portal and the first super admin of a new
// installation. Prints the link by which that person sets a password; everything else is done on the screens.
import fs from 'node:fs'
import { sql } from 'kysely'
import { LINK_MINUTES, makeLink } from '#features/accounts/server/api.ts'
import { newPortalSwitches } from '#features/portals/rules/settings.ts'
import { moveStatus } from '#features/portals/server/actions/move-status.ts'
import { originOf } from '#features/portals/server/portal-directory.ts'
import { insertCompany, insertPortal } from '#features/portals/server/store.ts'
import { canonicalEmail } from '#kernel/email.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Config } from '#platform/process/config.ts'
import { StartError } from '#platform/process/start-error.ts'
import { onDatabase } from './on-database.ts'

const CORE_SLUG = 'core'

const makePortal = async (tx: Tx, slug: string, company: string, isCore: boolean): Promise<number> => {
  const name = isCore ? company : `${company} Admin`
  const { id } = await insertPortal(tx, { slug, name, status: 'initializing', ...newPortalSwitches(isCore) })
  await insertCompany(tx, { portal_id: id, name: company })
  await moveStatus(tx, { id, status: 'initializing' }, { kind: 'created' })
  return id
}

const makeSuperAdmin = async (tx: Tx, email: string, portals: readonly number[]): Promise<number> => {
  const { id } = await tx
    .insertInto('users')
    .values({ email, platform_role: 'super_admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('portal_users')
    .values(portals.map((portal_id) => ({ portal_id, user_id: id })))
    .execute()
  return id
}

/** Answers the link of the super admin's first password. */
const setUp = async (tx: Tx, config: Config, email: string, company: string): Promise<string> => {
  await sql`select pg_advisory_xact_lock(hashtext('set up'))`.execute(tx)
  const known = await tx.selectFrom('portals').select('id').limit(1).executeTakeFirst()
  if (known) throw new StartError('There are portals already. Super admins make others on the screen of portals.')
  const core = await makePortal(tx, CORE_SLUG, company, true)
  if (core !== config.CORE_PORTAL_ID)
    throw new StartError(`CORE_PORTAL_ID: the core portal would have the id ${core}. Set that, and run this again.`)
  const admin = await makePortal(tx, config.ADMIN_PORTAL_SLUG, company, false)
  const userId = await makeSuperAdmin(tx, email, [core, admin])
  const token = await makeLink(tx, { portal: { id: core }, now: new Date() } as Parameters<typeof makeLink>[1], {
    user_id: userId,
    email,
    type: 'reset-password',
    minutes: LINK_MINUTES.invite,
  })
  return `${originOf(config, CORE_SLUG, null)}/reset-password?token=${token}`
}

await onDatabase(async (db, config) => {
  const [typed = '', company = ''] = process.argv.slice(2)
  const email = canonicalEmail(typed)
  if (!email || !company.trim())
    throw new StartError(
      'Say who is the first super admin, and the name of the company: npm run set-up -- you@example.com "Your Company"',
    )
  const link = await db.withPlatform((tx) => setUp(tx, config, email, company.trim()))
  // Past the guard of the output, which would take the token out of the link (OPS-003): it is for the person at the terminal.
  fs.writeSync(1, `The first portals are there. ${email} sets a password within 7 days at\n\n  ${link}\n\n`)
}, 'Nothing was set up.')
