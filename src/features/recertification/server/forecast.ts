import { coursesOf } from '#features/catalog/server/api.ts'
import {
  type CurrentRequirement,
  currentRequirements,
  namesOf,
  type Renewal,
  readRenewals,
} from '#features/compliance/server/api.ts'
import { availableCredits, loadCredits } from '#features/credits/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { dayOf } from '#kernel/format/day.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import type { Tx } from '#platform/db/db.ts'
import { monthsFrom, type Need, seatsNeeded, toBuy } from '../rules/forecast.ts'
import { loadRunning, placeOf } from './store.ts'

const PEOPLE_AT_ONCE = 500

type Seat = { course_id: number; team_id: number | null; month: string }

/** What a requirement asks of a person who has it; what never runs out needs no seat. */
const needOf = ({ state, until, refresher_until }: Renewal, requirement: CurrentRequirement | undefined): Need[] => {
  if (!requirement?.course || (state === 'valid' && until === null)) return []
  const { course, refreshers, renews_from, grace_days, valid_months } = requirement
  return [
    {
      ...{ course_id: course.id, refresher_ids: refreshers.map(({ id }) => id), renews_from, grace_days, valid_months },
      ...{ until, refresher_until },
    },
  ]
}

/** Seats that people need, page by page; with own records alone, those of the viewer's team. */
const findSeats = async (tx: Tx, { portal, viewer, scope, now }: SignedIn, teamId: number | undefined) => {
  const today = dayOf(now, portal.setting.time_zone)
  const requirements = (await currentRequirements(tx, portal.id, today)).filter(({ course }) => course !== null)
  const byId = new Map(requirements.map((each) => [each.id, each]))
  const courses = new Map(
    requirements.flatMap(({ course, refreshers }) =>
      [...(course ? [course] : []), ...refreshers].map((each) => [each.id, each] as const),
    ),
  )
  const course_ids = [...courses.keys()]
  const isWithin = ({ team_id }: Renewal) => scope === 'any' || team_id === viewer.user_id
  const seats: Seat[] = []
  const teams = new Set<number>()
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof readRenewals>> = await readRenewals(tx, portal.id, {
      ...{ on: today, requirements, after, limit: PEOPLE_AT_ONCE },
    })
    after = page.last
    const own = page.renewals.filter(isWithin)
    for (const { team_id } of own) if (team_id !== null) teams.add(team_id)
    const shown = own.filter(({ team_id }) => teamId === undefined || team_id === teamId)
    const user_ids = [...new Set(shown.map(({ user_id }) => user_id))]
    const running = await loadRunning(tx, portal.id, { user_ids, course_ids, now })
    for (const [user_id, all] of Map.groupBy(shown, (each) => each.user_id)) {
      const needs = all.flatMap((each) => needOf(each, byId.get(each.requirement_id)))
      const inCourse = course_ids.filter((id) => placeOf(running.get(`${user_id} ${id}`)) === 'running')
      const team_id = all[0]?.team_id ?? null
      for (const seat of seatsNeeded(needs, { today, running: inCourse })) seats.push({ ...seat, team_id })
    }
  }
  return { seats, courses, teams: [...teams], months: monthsFrom(today) }
}

/** Courses that can go into the cart: published ones with a price, in a portal that is a shop. */
const forSale = async (tx: Tx, ctx: SignedIn, ids: readonly number[]): Promise<Set<number>> => {
  const { is_in_house, is_marketable } = ctx.portal.flags
  if (is_in_house || !is_marketable) return new Set()
  const courses = await coursesOf(tx, ctx, ids)
  return new Set(
    courses
      .filter(({ publication_status, tiers }) => publication_status === PUBLICATION.published && tiers.length > 0)
      .map(({ id }) => id),
  )
}

const count = <T>(all: readonly T[], isCounted: (one: T) => boolean): number => all.filter(isCounted).length

/** The seats that people need in the next twelve months, by course, month and team, less the credits in stock (CMP-038). */
export const showForecast = async (tx: Tx, ctx: SignedIn, { team_id: teamId }: { team_id?: number | undefined }) => {
  const { seats, courses, teams, months } = await findSeats(tx, ctx, teamId)
  const needed = [...courses.values()]
    .filter(({ id }) => seats.some(({ course_id }) => course_id === id))
    .sort((a, b) => a.title.localeCompare(b.title, 'en-US'))
  const ids = needed.map(({ id }) => id)
  const isManager = ctx.viewer.current_role === 'manager'
  const general = isManager ? 0 : (await loadCredits(tx, ctx.portal.id, { kind: 'portal', course_id: null })).remaining
  const available = await availableCredits(tx, ctx, ids)
  const sold = await forSale(tx, ctx, ids)
  const names = await namesOf(tx, ctx.portal.id, teams)
  const nameOf = (id: number | null) => (id === null ? 'No team' : (names.get(id) ?? `#${id}`))
  const rows = needed.map(({ id, title, slug }) => {
    const own = seats.filter(({ course_id }) => course_id === id)
    const byTeam = Map.groupBy(own, ({ team_id }) => team_id)
    return {
      ...{ id, title, slug, is_for_sale: sold.has(id), seats: own.length },
      by_month: months.map((month) => count(own, (seat) => seat.month === month)),
      in_stock: (available.get(id) ?? 0) - general,
      teams: [...byTeam]
        .map(([team, all]) => ({ id: team, name: nameOf(team), seats: all.length }))
        .sort((a, b) => b.seats - a.seats || a.name.localeCompare(b.name, 'en-US')),
    }
  })
  const bought = toBuy(rows, general)
  return {
    months,
    general_credits: general,
    courses: rows.map((row, at) => ({ ...row, to_buy: bought[at] ?? 0 })),
    teams: teams.map((id) => ({ value: String(id), label: nameOf(id) })).sort((a, b) => a.label.localeCompare(b.label)),
  }
}
