import { describe, expect, test } from 'vitest'
import { type TestPortal, testApp } from '../../../../../tests/api.ts'
import { catalogOf } from '../../../../../tests/catalog.ts'
import { statementsOf } from '../../../../../tests/sent-statements.ts'
import { refusalOf, shopOf } from '../../../../../tests/shop.ts'
import { listCourseFilters, listCourses, suggestCourses } from '../../contract.ts'
import { listCourses as loadCourses } from '../store.ts'
import { loadFilterValues } from './filter-values.ts'

const t = testApp()
const shop = shopOf(t)

const find = async (portal: TestPortal, search: string, more: object = {}) => {
  const { data, meta } = await t.as(portal).call(listCourses, { query: { search, ...more } as never })
  return { titles: data.map(({ title }) => title), corrected: meta.corrected_search }
}
const titlesOf = async (portal: TestPortal, search: string) => (await find(portal, search)).titles
const { term, give } = catalogOf(t)

const trades = async () => {
  const portal = await shop.portal()
  for (const title of [
    '40-Hour HAZWOPER',
    'Powered Industrial Truck Operator',
    'OSHA 10-Hour Construction',
    'Ladder Safety',
  ])
    await shop.course(portal, { title })
  return portal
}

describe('a search that helps (CAT-012)', () => {
  test.each([
    ['hazardous waste', '40-Hour HAZWOPER'],
    ['forklift', 'Powered Industrial Truck Operator'],
    ['fork truck operator', 'Powered Industrial Truck Operator'],
    ['10 hour construction', 'OSHA 10-Hour Construction'],
    ['osha 10', 'OSHA 10-Hour Construction'],
    ['40 hour hazwoper', '40-Hour HAZWOPER'],
    ['stepladder', 'Ladder Safety'],
  ])('"%s" finds what the trade calls otherwise: %s', async (search, title) => {
    expect(await titlesOf(await trades(), search)).toEqual([title])
  })

  test.each([
    ['laddr safty', 'ladder safety', 'Ladder Safety'],
    ['haswoper', 'hazwoper', '40-Hour HAZWOPER'],
    ['forkilft', 'forklift', 'Powered Industrial Truck Operator'],
    ['constuction', 'construction', 'OSHA 10-Hour Construction'],
  ])('the mistyped "%s" is read as "%s"', async (search, corrected, title) => {
    expect(await find(await trades(), search)).toEqual({ titles: [title], corrected })
  })

  test('a word that resembles nothing, or is unfinished, is left as typed', async () => {
    const portal = await trades()
    expect(await find(portal, 'xylophone')).toEqual({ titles: [], corrected: null })
    expect(await find(portal, 'ladd')).toEqual({ titles: ['Ladder Safety'], corrected: null })
    // The words of another portal neither help nor leak here.
    await shop.course(await shop.portal(), { title: 'Xylophones' })
    expect(await find(portal, 'xylophnes')).toEqual({ titles: [], corrected: null })
  })

  test.each([
    ['osha10', 'OSHA 10-Hour Construction'],
    ['10hr construction', 'OSHA 10-Hour Construction'],
    ['fork lift', 'Powered Industrial Truck Operator'],
    ['1910.178', 'Powered Industrial Truck Operator'],
    ['montacargas', 'Powered Industrial Truck Operator'],
    ['step ladder', 'Ladder Safety'],
  ])('"%s" is another way to write %s', async (search, title) => {
    expect(await find(await trades(), search)).toEqual({ titles: [title], corrected: null })
  })

  test('an acronym finds what it stands for, not words that begin like its stem', async () => {
    const portal = await trades()
    await shop.course(portal, { title: 'AED and CPR' })
    await shop.course(portal, { title: 'Asbestos awareness' })
    expect(await titlesOf(portal, 'aed')).toEqual(['AED and CPR'])
  })

  test('a word in no course is left out if nothing is found, and the answer says so', async () => {
    const portal = await trades()
    const ladder = { titles: ['Ladder Safety'], corrected: 'ladder' }
    expect(await find(portal, 'ladder licence')).toEqual(ladder)
    expect(await find(portal, 'how do I get my ladder card')).toEqual(ladder)
    expect(await find(portal, 'ladder construction')).toEqual(ladder)
    expect(await find(portal, 'osha 30')).toEqual({ titles: ['OSHA 10-Hour Construction'], corrected: 'osha' })
    // The plural of a known word is not a mistake.
    expect(await find(portal, 'ladders')).toEqual({ titles: ['Ladder Safety'], corrected: null })
    const { data, meta } = await t.as(portal).call(suggestCourses, { query: { search: 'ladder licence' } })
    expect({ titles: data.courses.map(({ title }) => title), corrected: meta.corrected_search }).toEqual(ladder)
    const counted = await t.as(portal).call(listCourseFilters, { query: { search: 'ladder licence' } as never })
    expect(counted.meta.courses_count).toBe(1)
  })

  test('a loosened search depends on the portal, and changes with its courses', async () => {
    const [mine, theirs] = [await trades(), await shop.portal()]
    const nothing = { titles: [], corrected: null }
    // More times than there are connections, so each has answered for the other portal.
    for (let turn = 0; turn < 12; turn++) {
      expect(await find(mine, 'ladder licence')).toEqual({ titles: ['Ladder Safety'], corrected: 'ladder' })
      expect(await find(theirs, 'ladder licence')).toEqual(nothing)
    }
    await shop.course(theirs, { title: 'Licence renewal' })
    expect(await find(theirs, 'ladder licence')).toEqual({ titles: ['Licence renewal'], corrected: 'licence' })
  })

  test.each([
    ['ladder licence', 1],
    ['xylophone quartz', 0],
  ])('the courses of a page and the numbers beside its filters ask once for all of "%s"', async (search, count) => {
    const portal = await trades()
    const call = { portal: { id: portal.id }, viewer: null } as never
    const load = async () =>
      t.app.db.withPortal(portal.id, async (tx) => {
        const [{ data }, { meta }] = await Promise.all([
          loadCourses(tx, call, { search, per_page: 20, sort: '-popularity' }),
          loadFilterValues(tx, portal.id, { search }),
        ])
        expect([data.length, meta.courses_count]).toEqual([count, count])
      })
    const statements = (await statementsOf(load)).map(({ values }) => JSON.stringify(values))
    // The last word together with another, with and without alternative spellings.
    const all = new RegExp(` & \\(*'${search.split(' ')[1]}'`)
    expect(statements.filter((values) => all.test(values))).toHaveLength(1)
  })

  test('a search that finds something without the filters is not loosened because of them', async () => {
    const portal = await trades()
    const fire = await term(portal, 'category', 'Fire')
    await give(portal, await shop.course(portal, { title: 'Extinguishers' }), fire)
    expect(await find(portal, 'ladder safety', { category: 'fire' })).toEqual({ titles: [], corrected: null })
  })

  test('a course is found by the names of its terms, its provider and its author, also after they change', async () => {
    const portal = await shop.portal()
    const company = await t.platform((tx) =>
      tx
        .insertInto('partner_companies')
        .values({ portal_id: portal.id, slug: 'harbor', name: 'Harbor Training' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const course = await shop.course(portal, {
      title: 'Roofs',
      partner_company_id: company.id,
      author_name: 'Ada Quill',
    })
    const agency = await term(portal, 'agency', 'Department of Transportation')
    await give(portal, course, agency)
    for (const search of ['transportation', 'harbor', 'quill'])
      expect(await titlesOf(portal, search)).toEqual(['Roofs'])
    await t.platform(async (tx) => {
      await tx.updateTable('terms').set({ title: 'Coast Guard' }).where('id', '=', agency.id).execute()
      await tx.updateTable('partner_companies').set({ name: 'Seaside' }).where('id', '=', company.id).execute()
      await tx.updateTable('courses').set({ title: 'Attics' }).where('id', '=', course.id).execute()
    })
    for (const search of ['coast guard', 'seaside', 'attic']) expect(await titlesOf(portal, search)).toEqual(['Attics'])
    for (const search of ['transportation', 'harbor', 'roofs']) expect(await titlesOf(portal, search)).toEqual([])
    await t.platform((tx) => tx.deleteFrom('course_terms').where('course_id', '=', course.id).execute())
    expect(await titlesOf(portal, 'coast guard')).toEqual([])
  })

  test('a course that is no longer listed is not counted or found; one that is listed again is', async () => {
    const portal = await shop.portal()
    const { id } = await shop.course(portal, { title: 'Roofs' })
    const count = async () => (await t.as(portal).call(listCourseFilters)).meta.courses_count
    const set = (values: object) =>
      t.platform((tx) => tx.updateTable('courses').set(values).where('id', '=', id).execute())
    expect(await count()).toBe(1)
    for (const values of [{ publication_status: 4 }, { publication_status: 2, is_marketable: false }]) {
      await set(values)
      expect(await count()).toBe(0)
      expect(await titlesOf(portal, 'roofs')).toEqual([])
    }
    await set({ is_marketable: true })
    expect(await count()).toBe(1)
    await t.platform((tx) => tx.deleteFrom('courses').where('id', '=', id).execute())
    expect(await count()).toBe(0)
  })
})

describe('counts beside the filters (CAT-012)', () => {
  test('each filter is counted over the search and the other filters', async () => {
    const portal = await shop.portal()
    const [fire, water] = [await term(portal, 'category', 'Fire'), await term(portal, 'category', 'Water')]
    const [texas, iowa] = [await term(portal, 'state', 'Texas'), await term(portal, 'state', 'Iowa')]
    const make = async (title: string, ...terms: { id: number }[]) =>
      give(portal, await shop.course(portal, { title }), ...terms)
    await make('Hoses', fire, texas)
    await make('Alarms', fire, iowa)
    await make('Boats', water, texas)
    await shop.course(portal, { title: 'Hoses again' })
    const counts = async (query: object = {}) => {
      const { data, meta } = await t.as(portal).call(listCourseFilters, { query: query as never })
      const of = (name: 'category' | 'state') =>
        Object.fromEntries(data[name].map(({ value, count }) => [value, count]))
      return { ...of('category'), ...of('state'), all: meta.courses_count }
    }
    expect(await counts()).toEqual({ fire: 2, water: 1, texas: 2, iowa: 1, all: 4 })
    expect(await counts({ category: 'fire' })).toEqual({ fire: 2, water: 1, texas: 1, iowa: 1, all: 2 })
    expect(await counts({ category: 'water' })).toEqual({ fire: 2, water: 1, texas: 1, all: 1 })
    expect(await counts({ category: ['fire', 'water'] })).toEqual({ fire: 2, water: 1, texas: 2, iowa: 1, all: 3 })
    expect(await counts({ category: 'water', state: 'iowa' })).toEqual({ fire: 1, water: 0, texas: 1, iowa: 0, all: 0 })
    expect(await counts({ search: 'hose' })).toEqual({ fire: 1, texas: 1, all: 2 })
    expect(await counts({ search: 'hose', state: 'texas' })).toEqual({ fire: 1, texas: 1, all: 1 })
    expect(await counts({ search: 'oses' })).toEqual({ fire: 1, texas: 1, all: 2 })
    expect(await counts({ category: 'nothing' })).toEqual({ fire: 2, water: 1, all: 0 })
  })
})

describe('suggestions while typing (CAT-012)', () => {
  test('courses that start with the text come first, and filters with that name', async () => {
    const portal = await shop.portal()
    const inside = await shop.course(portal, { title: 'Advanced ladders', popularity: 9 })
    await shop.course(portal, { title: 'Ladder Safety' })
    await give(portal, inside, await term(portal, 'category', 'Ladders and roofs'))
    await term(portal, 'category', 'Ladders without courses')
    const suggest = async (search: string) => await t.as(portal).call(suggestCourses, { query: { search } })
    const { data, meta } = await suggest('ladd')
    expect(data.courses.map(({ title }) => title)).toEqual(['Ladder Safety', 'Advanced ladders'])
    expect(data.filters).toEqual([{ name: 'category', value: 'ladders-and-roofs', label: 'Ladders and roofs' }])
    expect(meta.corrected_search).toBeNull()
    expect((await suggest('laddre')).meta.corrected_search).toBe('ladder')
    expect((await suggest('zz')).data).toEqual({ courses: [], filters: [] })
    expect((await refusalOf(suggest('a')))?.status).toBe(422)
    const closed = await shop.portal({ is_marketable: false })
    expect((await refusalOf(t.as(closed).call(suggestCourses, { query: { search: 'ladder' } })))?.status).toBe(404)
  })
})
