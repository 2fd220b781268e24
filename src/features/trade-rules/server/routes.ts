import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { dayOf } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import * as identity from '../contract-identity.ts'
import { reportTime, showTime } from './actions/report-time.ts'
import { addVersion, createRule } from './actions/save-rule.ts'
import { dryRun } from './dry-run.ts'
import { showRulesOf } from './enrollment-rules.ts'
import { answerQuestion, setAnswers } from './identity/answer.ts'
import { listLocks } from './identity/locks.ts'
import { resetAnswers, unlock } from './identity/unlock.ts'
import { loadOptions } from './options.ts'
import { presentRules } from './present.ts'
import { loadRule, loadRules } from './store.ts'

const todayOf = ({ now, portal }: SignedIn) => dayOf(now, portal.setting.time_zone)

const showRule = async (tx: Tx, ctx: SignedIn, id: number) => {
  const rule = await loadRule(tx, ctx.portal.id, id)
  const [shown] = rule ? await presentRules(tx, ctx.portal.id, [rule], todayOf(ctx)) : []
  if (!shown) throw fail('not_found')
  return shown
}

export const routes = ({ takenCourses, secret }: Services): Route[] => [
  route(contract.listTradeRules, async ({ tx, ctx }) => ({
    data: await presentRules(tx, ctx.portal.id, await loadRules(tx, ctx.portal.id), todayOf(ctx)),
  })),
  route(contract.showTradeRuleOptions, async ({ tx, ctx, query }) => ({
    data: await loadOptions(tx, ctx.portal.id, query.course_id),
  })),
  route(contract.createTradeRule, async ({ tx, ctx, body }) => ({
    data: await showRule(tx, ctx, await createRule(tx, ctx, body)),
  })),
  route(contract.addTradeRuleVersion, async ({ tx, ctx, params, body }) => {
    await addVersion(tx, ctx, params.id, body)
    return { data: await showRule(tx, ctx, params.id) }
  }),
  route(contract.dryRunTradeRule, async ({ tx, ctx, body }) => ({ data: await dryRun(tx, ctx, takenCourses, body) })),
  route(contract.showSeatTime, ({ tx, ctx, query }) => showTime(tx, ctx, query)),
  route(contract.showEnrollmentRules, async ({ tx, ctx, params }) => ({
    data: await showRulesOf(tx, ctx, takenCourses, params.id),
  })),
  route(contract.reportSeatTime, ({ tx, ctx, body }) => reportTime(tx, ctx, { takenCourses, secret }, body)),
  route(identity.setIdentityAnswers, ({ tx, ctx, body }) => setAnswers(tx, ctx, body)),
  route(identity.answerIdentityQuestion, ({ tx, ctx, params, body }) =>
    answerQuestion(tx, ctx, { ...params, ...body }),
  ),
  route(identity.resetIdentityAnswers, ({ tx, ctx, params, body }) => resetAnswers(tx, ctx, { ...params, ...body })),
  route(identity.listIdentityLocks, async ({ tx, ctx }) => ({ data: await listLocks(tx, ctx) })),
  route(identity.unlockIdentity, async ({ tx, ctx, params, body }) => {
    await unlock(tx, ctx, { ...params, ...body })
    return { data: await listLocks(tx, ctx) }
  }),
]
