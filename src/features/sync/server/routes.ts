import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { listRuleStandings, listRules } from '../contract-rules.ts'
import { readPersonRef } from '../rules/refs.ts'
import { listCertificates } from './certificates.ts'
import { moveRow } from './credits.ts'
import { enrollRow, type ShownEnrollment, withdrawRow } from './enrollments.ts'
import { listPeople, savePerson, showPerson } from './people.ts'
import { readProgress } from './progress.ts'
import { courseOrder, findPerson, requireCourse, requireRight } from './refs.ts'
import { runRows } from './rows.ts'
import { listRules as loadRules, readRuleStandings } from './rules.ts'

const MAY_SAVE_PEOPLE = ['users.create', 'users.update'] as const

/** What the caller's token is; null for a person's own token or session. */
const tokenOf = ({ viewer: { portal_token: token, token_name: name = '' } }: SignedIn) =>
  token ? { name, scopes: [...token.scopes], expires_at: token.expires_at } : null

/** The calls of the customer's own systems (INT-031 to INT-038). */
export const routes = ({ portalById, takenCourses }: Services): Route[] => [
  route(contract.showSync, async ({ ctx }) => {
    const { id, name, slug, setting } = ctx.portal
    return {
      data: {
        portal: { id, name, slug, time_zone: setting.time_zone },
        token: tokenOf(ctx),
        max_rows: contract.MOST_ROWS,
      },
    }
  }),
  route(contract.listPeople, ({ tx, ctx, query }) => {
    requireRight(ctx, 'users.view')
    return listPeople(tx, ctx.portal.id, query)
  }),
  route(contract.showPerson, async ({ tx, ctx, params }) => {
    requireRight(ctx, 'users.view')
    const id = await findPerson(tx, ctx.portal.id, params.person)
    const person = id === null ? null : await showPerson(tx, ctx.portal.id, id)
    if (!person) throw fail('not_found')
    return { data: person }
  }),
  route(contract.savePerson, async ({ tx, ctx, params, body }) => {
    requireRight(ctx, ...MAY_SAVE_PEOPLE)
    const ref = readPersonRef(params.person)
    const known = 'external_id' in ref ? null : await findPerson(tx, ctx.portal.id, params.person)
    const external_id =
      'external_id' in ref ? ref.external_id : known && (await showPerson(tx, ctx.portal.id, known))?.external_id
    if (!external_id) throw fail('external_id_unknown', { params: { person: params.person } })
    const { result, user_id } = await savePerson(tx, ctx, { ...body, external_id }, { portalById })
    return { data: { result, person: user_id === null ? null : await showPerson(tx, ctx.portal.id, user_id) } }
  }),
  route(contract.savePeople, ({ tx, ctx, body }) => {
    requireRight(ctx, ...MAY_SAVE_PEOPLE)
    return runRows(tx, body.rows, {
      nothing: (row) => ({
        external_id: row?.external_id ?? null,
        person: null as Awaited<ReturnType<typeof showPerson>>,
      }),
      orderBy: (row) => [row.external_id],
      work: async (row) => {
        const { result, user_id } = await savePerson(tx, ctx, row, { portalById })
        return { result, person: user_id === null ? null : await showPerson(tx, ctx.portal.id, user_id) }
      },
    })
  }),
  route(contract.enrollPeople, ({ tx, ctx, body }) => {
    requireRight(ctx, 'users.create')
    return runRows(tx, body.rows, {
      nothing: (row) => ({
        person: row?.person ?? null,
        course: row?.course ?? null,
        enrollment: null as ShownEnrollment | null,
      }),
      orderBy: async (row) => [await courseOrder(tx, ctx.portal.id, row.course), String(row.person)],
      work: (row) => enrollRow(tx, ctx, row),
    })
  }),
  route(contract.withdrawPeople, ({ tx, ctx, body }) => {
    requireRight(ctx, 'users.delete')
    return runRows(tx, body.rows, {
      nothing: (row) => ({
        person: row?.person ?? null,
        course: row?.course ?? null,
        enrollment_id: null as number | null,
      }),
      orderBy: async (row) => [await courseOrder(tx, ctx.portal.id, row.course), String(row.person)],
      work: (row) => withdrawRow(tx, ctx, row),
    })
  }),
  route(contract.moveCredits, ({ tx, ctx, body }) => {
    requireRight(ctx, 'portal-credits.update')
    return runRows(tx, body.rows, {
      nothing: (row) => ({
        course: row?.course ?? null,
        manager: row?.manager ?? null,
        remaining: null as number | null,
      }),
      orderBy: async (row) => [await courseOrder(tx, ctx.portal.id, row.course)],
      work: (row) => moveRow(tx, ctx, row),
    })
  }),
  route(contract.listProgress, ({ tx, ctx, query }) => {
    requireRight(ctx, 'enrollments.view')
    return readProgress(tx, ctx, query)
  }),
  route(listRules, ({ tx, ctx, query }) => {
    requireRight(ctx, 'enrollments.view')
    return loadRules(tx, ctx, query)
  }),
  route(listRuleStandings, ({ tx, ctx, query }) => {
    requireRight(ctx, 'enrollments.view', 'grading.view')
    return readRuleStandings(tx, ctx, takenCourses, query)
  }),
  route(contract.listCertificates, async ({ tx, ctx, query: { person, course, ...query } }) => {
    requireRight(ctx, 'certificates.view')
    const userId = person === undefined ? undefined : await findPerson(tx, ctx.portal.id, person)
    if (userId === null) throw fail('external_id_unknown', { params: { person: String(person) }, field: 'person' })
    const courseId = course === undefined ? undefined : (await requireCourse(tx, ctx.portal.id, course)).id
    return listCertificates(tx, ctx, { ...query, user_id: userId, course_id: courseId })
  }),
]
