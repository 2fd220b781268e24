import { randomBytes } from 'node:crypto'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'
import { type Route, route } from '#platform/http/route.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { makeDkimKeys, sealDkimKey } from '#platform/mail/dkim.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { readHost } from '../rules/host.ts'
import { checkOne } from './check.ts'
import { presentDomains, presentEmails } from './present.ts'
import { platformHosts } from './settings.ts'
import {
  type CheckKind,
  deleteRow,
  dkimKeyOf,
  domainById,
  domainRows,
  dropUnusedKey,
  emailById,
  emailRows,
  insertDkimKey,
  insertDomain,
  insertEmail,
  isActiveElsewhere,
  preferDomain,
  requestCheck,
} from './store.ts'

/** Of each kind, in one portal (PRT-090). */
const MOST = 10

const whole = <T>(data: T[]) => ({ data, meta: { next_cursor: null, prev_cursor: null } })
const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

/** The calls of custom domains and e-mail senders (PRT-063, PRT-064). */
export const routes = ({ config, secret, portalChanged }: Services): Route[] => {
  const domains = async (tx: Tx, ctx: SignedIn) =>
    presentDomains(await domainRows(tx, ctx.portal.id).execute(), ctx.now)
  const emails = async (tx: Tx, ctx: SignedIn) => presentEmails(await emailRows(tx, ctx.portal.id).execute(), ctx.now)

  const one = <T extends { id: number }>(all: T[], id: number): { data: T } => {
    const data = all.find((item) => item.id === id)
    if (!data) throw fail('not_found')
    return { data }
  }
  const usable = (text: string, field: 'host' | 'email'): string => {
    const { host, fault } = readHost(text, platformHosts(config))
    if (fault) throw fail('domain_unusable', { params: { domain: host, reason: fault }, field })
    return host
  }
  const check = (tx: Tx, ctx: SignedIn, kind: CheckKind, id: number) =>
    enqueue(
      tx,
      checkOne,
      { kind, portal_id: ctx.portal.id, id },
      { singleton_key: `${kind}:${id}:${ctx.now.getTime()}` },
    )
  const log = (tx: Tx, ctx: SignedIn, action: string, id: number, name: string) =>
    logActivity(tx, ctx, { action, subject_type: action.split('.')[0] ?? '', subject_id: id, changes: { name } })

  return [
    route(contract.listDomains, async ({ tx, ctx }) => whole(await domains(tx, ctx))),
    route(contract.addDomain, async ({ tx, ctx, body }) => {
      const host = usable(body.host, 'host')
      if ((await domainRows(tx, ctx.portal.id).execute()).length >= MOST)
        throw fail('too_many_addresses', { params: { max: MOST, things: 'custom domains' }, field: 'host' })
      if (await overAllPortals(tx, () => isActiveElsewhere(tx, host, ctx.portal.id)))
        throw fail('domain_taken', { params: { domain: host } })
      const id = await insertDomain(tx, { portal_id: ctx.portal.id, host, now: ctx.now })
      await log(tx, ctx, 'custom-domain.create', id, host)
      await check(tx, ctx, 'domain', id)
      return one(await domains(tx, ctx), id)
    }),
    route(contract.checkDomain, async ({ tx, ctx, params: { id } }) => {
      if (!(await domainById(tx, ctx.portal.id, id))) throw fail('not_found')
      await requestCheck(tx, 'domain', ctx.portal.id, id, ctx.now)
      await check(tx, ctx, 'domain', id)
      return one(await domains(tx, ctx), id)
    }),
    route(contract.preferDomain, async ({ tx, ctx, params: { id } }) => {
      const { host, is_primary: isPrimary, may_be_primary: mayBePrimary } = one(await domains(tx, ctx), id).data
      if (!isPrimary && !mayBePrimary) throw fail('conflict')
      await preferDomain(tx, ctx.portal.id, id)
      await log(tx, ctx, 'custom-domain.prefer', id, host)
      await portalChanged(tx, ctx.portal.id)
      return one(await domains(tx, ctx), id)
    }),
    route(contract.deleteDomain, async ({ tx, ctx, params: { id } }) => {
      const row = await domainById(tx, ctx.portal.id, id)
      if (!row || !(await deleteRow(tx, 'domain', ctx.portal.id, id))) throw fail('not_found')
      await log(tx, ctx, 'custom-domain.delete', id, row.host)
      await portalChanged(tx, ctx.portal.id)
      return undefined
    }),

    route(contract.listEmails, async ({ tx, ctx }) => whole(await emails(tx, ctx))),
    route(contract.addEmail, async ({ tx, ctx, body: { email } }) => {
      const domain = usable(domainOf(email), 'email')
      if ((await emailRows(tx, ctx.portal.id).execute()).length >= MOST)
        throw fail('too_many_addresses', { params: { max: MOST, things: 'custom e-mails' }, field: 'email' })
      if (!(await dkimKeyOf(tx, ctx.portal.id, domain))) {
        const keys = await makeDkimKeys()
        await insertDkimKey(tx, {
          portal_id: ctx.portal.id,
          domain,
          // Another one each time, so that a record of an earlier key stands in nobody's way.
          selector: `portico-${randomBytes(4).toString('hex')}`,
          public_key: keys.public_key,
          private_key: sealDkimKey(secret, ctx.portal.id, domain, keys.private_key),
        })
      }
      const id = await insertEmail(tx, { portal_id: ctx.portal.id, email, now: ctx.now })
      await log(tx, ctx, 'custom-email.create', id, email)
      await check(tx, ctx, 'email', id)
      return one(await emails(tx, ctx), id)
    }),
    route(contract.checkEmail, async ({ tx, ctx, params: { id } }) => {
      if (!(await emailById(tx, ctx.portal.id, id))) throw fail('not_found')
      await requestCheck(tx, 'email', ctx.portal.id, id, ctx.now)
      await check(tx, ctx, 'email', id)
      return one(await emails(tx, ctx), id)
    }),
    route(contract.deleteEmail, async ({ tx, ctx, params: { id } }) => {
      const row = await emailById(tx, ctx.portal.id, id)
      if (!row || !(await deleteRow(tx, 'email', ctx.portal.id, id))) throw fail('not_found')
      await dropUnusedKey(tx, ctx.portal.id, domainOf(row.email))
      await log(tx, ctx, 'custom-email.delete', id, row.email)
      return undefined
    }),
  ]
}
