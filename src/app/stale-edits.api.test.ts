import { describe, expect, test } from 'vitest'
import { showUser, updateUser } from '#features/accounts/contract.ts'
import { createAnnouncement, listAnnouncements, updateAnnouncement } from '#features/announcements/contract.ts'
import { showCourse, updateCourse } from '#features/courses/contract.ts'
import { showCourseMails, updateCourseMails } from '#features/notifications/contract.ts'
import { saveOwnCompany, showOwnCompany } from '#features/partners/contract-partner.ts'
import { showPortal, updateCompany, updateSettings } from '#features/portals/contract.ts'
import {
  createQuestion,
  createQuestionPool,
  showQuestion,
  showQuestionPool,
  updateQuestion,
} from '#features/question-pools/contract.ts'
import { createReportSchedule, listReportSchedules, updateReportSchedule } from '#features/reports/contract.ts'
import { shippableProducts } from '#features/shipping/contract.ts'
import { listManagedPlans, updatePlan } from '#features/subscriptions/contract.ts'
import { type AnyEndpoint, savesRecord } from '#kernel/endpoint.ts'
import { type Edited, expectRefusal, type Shown, twoEditors } from '../../tests/api/two-editors.ts'
import { headersOf, type TestPerson, testApp } from '../../tests/api.ts'
import { authoring } from '../../tests/authoring.ts'
import { endpoints as everyEndpoint } from '../../tests/endpoints.ts'

const t = testApp()
const make = authoring(t)

/** Why no version is compared: nobody else could have changed such a record meanwhile. */
const WITHOUT_VERSION: Record<string, string> = {
  '/admin/provisioning': 'one switch, saved as it is chosen',
  '/admin/provisioning/groups/:id': 'two choices in a row of a list, which the list shows as they are',
  '/recertification/requirements/:id': 'two choices in a row of a list, which the list shows as they are',
  '/roles/:role/permissions/:permission': 'one switch',
  '/roles/:role/outside': 'one switch',
  '/users/:id/block-status': 'one switch',
  '/sync/people/:person': 'another system decides, and says only what it knows',
  '/users/:id/set-password': 'nothing is read before',
  '/badge/secret': 'nothing is read before',
  '/users/:id/mobile-number': 'one number, entered with the consent to it',
  '/users/:id/shipping-address/confirm': 'one button',
  '/courses/:slug/questions/:questionId': 'one switch',
  '/notifications/:id/read': 'one button',
  '/notifications/read-all': 'one button',
  '/admin/courses/:courseId/items/sort': 'one move at a time, saved at once',
  '/me/lists/:list': 'the own way of looking at a list',
  '/users/block-status': 'one switch for those who are chosen',
  '/users/tags': 'marks for those who are chosen',
  '/portal/pages/live-versions': 'each names its version',
  '/admin/articles/publication': 'one switch for those that are chosen',
  '/portal/bundles/publication': 'one switch for those that are chosen',
  '/admin/courses/:slug/marketable': 'one switch',
  '/admin/courses/:slug/source': 'one switch',
  '/admin/courses/:slug/versions/:number/rehearsals/:id': 'the first report of a run counts',
  '/portal/releases/:id/items': 'one change of one record, compared with what is live before it goes live',
  '/portal/releases/:id/time': 'one moment',
  '/invites/:id/cancel': 'one button',
  '/invites/:id/reinvite': 'one button',
  '/user/role': 'the own session',
  '/two-factor/passkeys/:id': 'the own account',
  '/change-password': 'nothing is read before',
  '/admin/exams/:examId/extra-time': 'one number for one learner',
  '/admin/courses/:slug/instructors/:userId/make-primary': 'one button',
  '/portals/selected': 'the own choice',
  '/admin/my-subscription': 'one decision of the buyer',
}
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`
const isOfLearner = ({ path }: AnyEndpoint) => path.startsWith('/learner/')

describe('every call that saves a record (API-030)', () => {
  const changes = everyEndpoint.filter((each) => ['PUT', 'PATCH'].includes(each.method) || savesRecord(each))

  test('compares the version of the record, or has a reason not to (API-030, UIX-041)', () => {
    const without = changes.filter((each) => !each.record && !isOfLearner(each))
    expect(without.filter(({ path }) => !(path in WITHOUT_VERSION)).map(nameOf)).toEqual([])
    const paths = new Set(without.map(({ path }) => path))
    expect(Object.keys(WITHOUT_VERSION).filter((path) => !paths.has(path))).toEqual([])
  })

  test('has a call that returns the version it starts from, and documents the refusal (API-030, API-028)', () => {
    const read = everyEndpoint
      .filter(({ method }) => method === 'GET')
      .flatMap(({ record }) => [record?.kind, record?.rows?.kind])
    const saves = changes.filter(({ record }) => record)
    expect(saves.length).toBeGreaterThan(25)
    expect(saves.filter(({ record }) => !read.includes(record?.kind)).map(nameOf)).toEqual([])
    expect(saves.filter(({ errors }) => !errors.includes('record_changed')).map(nameOf)).toEqual([])
  })
})

const { two, as, showing, saving } = twoEditors(t)

const RECORDS: Record<string, () => Promise<Edited>> = {
  person: async () => {
    const admins = await two()
    const { id } = await t.make.person('learner', { portal: admins.one.portal })
    const at = { params: { id } }
    return {
      ...admins,
      read: showing(showUser, at, 'last_name'),
      save: saving(updateUser, at, (last_name) => ({ first_name: 'Lee', last_name })),
    }
  },
  'portal settings': async () => {
    const admins = await two()
    const company = (await t.as(admins.one).call(showPortal)).data.company.id
    return {
      ...admins,
      read: async (who) => {
        const { data } = (await as(who).call(showPortal, {})) as Shown
        return { version: data.version, shown: (data['company'] as { city: string }).city }
      },
      save: saving(updateCompany, { params: { id: company } }, (city) => ({ city })),
    }
  },
  course: async () => {
    const admins = await two()
    const { slug } = await make.course(admins.one)
    const at = { params: { slug } }
    return {
      ...admins,
      read: showing(showCourse, at, 'title'),
      save: saving(updateCourse, at, (title) => ({ title })),
    }
  },
  product: async () => {
    const admins = await two()
    const body = { title: 'Manual', weight: 1, width: 2, height: 3, length: 4, value: 5, category: 'books' }
    const { id } = (await t.as(admins.one).call(shippableProducts.create, { body })).data
    const at = { params: { id } }
    return {
      ...admins,
      read: showing(shippableProducts.show, at, 'title'),
      save: saving(shippableProducts.update, at, (title) => ({ title })),
    }
  },
  announcement: async () => {
    const admins = await two()
    const body = { audience: 'banner' as never, title: 'News', text: 'Open' }
    const { id } = (await t.as(admins.one).call(createAnnouncement, { body })).data
    return {
      ...admins,
      read: async (who) => {
        const { data } = (await as(who).call(listAnnouncements, {})) as { data: Shown['data'][] }
        const row = data.find((each) => each['id'] === id) as Shown['data']
        return { version: row.version, shown: row['title'] }
      },
      save: saving(updateAnnouncement, { params: { id } }, (title) => ({ title })),
    }
  },
  question: async () => {
    const admins = await two()
    const pool = (await t.as(admins.one).call(createQuestionPool, { body: { title: 'Pool' } })).data
    const answers = [
      { text: 'Yes', is_correct: true },
      { text: 'No', is_correct: false },
    ]
    const body = { text: '<p>One?</p>', type: 'single' as const, answers }
    const { id } = (await t.as(admins.one).call(createQuestion, { params: { id: pool.id }, body })).data
    return {
      ...admins,
      read: async (who) => {
        const whole = (await as(who).call(showQuestionPool, { params: { id: pool.id } })) as Shown
        const row = (whole.data['questions'] as Shown['data'][])[0] as Shown['data']
        const alone = (await as(who).call(showQuestion, { params: { id } })) as Shown
        expect(alone.data.version).toBe(row.version)
        return { version: row.version, shown: row['text'] }
      },
      save: saving(updateQuestion, { params: { id } }, (text) => ({ text: `<p>${text}</p>` })),
    }
  },
  'e-mails of a course': async () => {
    const admins = await two()
    const { slug } = await make.course(admins.one)
    const at = { params: { slug } }
    return {
      ...admins,
      read: async (who) => {
        const { data, version = -1 } = (await as(who).call(showCourseMails, at)) as { data: object; version?: number }
        return { version, shown: JSON.stringify(data) }
      },
      save: saving(updateCourseMails, at, (text) => ({
        kinds: [{ kind: 'invitation', is_mail_on: text === 'Second' }],
      })),
    }
  },
  plan: async () => {
    const admins = await two('super_admin')
    const plan = await t.platform((tx) =>
      tx
        .insertInto('subscription_plans')
        .values({
          name: 'First',
          short_name: 'promo',
          monthly_price_cents: 9900,
          annual_price_cents: 99_000,
          annual_credits: 100,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return {
      ...admins,
      read: async (who) => {
        const { data } = (await as(who).call(listManagedPlans, {})) as { data: Shown['data'][] }
        const row = data.find((each) => each['id'] === plan.id) as Shown['data']
        return { version: row.version, shown: row['name'] }
      },
      save: saving(updatePlan, { params: { id: plan.id } }, (name) => ({ name })),
    }
  },
  'report schedule': async () => {
    const admins = await two()
    const rhythm = { period: 'daily', hour: 7, weekday: null, month_day: null } as const
    const body = { covers: 'all' as const, format: 'link' as const, user_ids: [admins.one.id], ...rhythm }
    const { id } = (await t.as(admins.one).call(createReportSchedule, { body: { ...body, report: 'overdue' } })).data
    return {
      ...admins,
      read: async (who) => {
        const { data } = (await as(who).call(listReportSchedules, { query: { report: 'overdue' } })) as Shown
        const row = (data['schedules'] as Shown['data'][]).find((each) => each['id'] === id) as Shown['data']
        return { version: row.version, shown: row['hour'] }
      },
      save: saving(updateReportSchedule, { params: { id } }, (text) => ({ ...body, hour: text.length })),
    }
  },
  'company of a partner': async () => {
    const partner = await t.make.person('partner', { first_name: 'Ann', last_name: 'Able' })
    const superAdmin = await t.make.person('super_admin', {
      portal: partner.portal,
      first_name: 'Bo',
      last_name: 'Baker',
    })
    await t.as(partner).call(saveOwnCompany, { body: { name: 'Harbor' } })
    const queryOf = (who: TestPerson) => (who === partner ? {} : { query: { user_id: partner.id } })
    return {
      one: partner,
      other: superAdmin,
      read: (who) => showing(showOwnCompany, queryOf(who), 'name')(who),
      save: (who, text, version) => saving(saveOwnCompany, queryOf(who), (name) => ({ name }))(who, text, version),
    }
  },
}

describe('two people edit one record (API-030, API-031, ERR-138)', () => {
  test.each(Object.keys(RECORDS))(
    '%s: the later save is refused, says who saved, and overwrites nothing until it begins from the newest version (API-030, API-031, ERR-138)',
    async (kind) => {
      await expectRefusal(await (RECORDS[kind] as () => Promise<Edited>)())
    },
  )

  test('exactly one of simultaneous saves from the same version is kept (API-030)', async () => {
    const { one, other, read, save } = await (RECORDS['product'] as () => Promise<Edited>)()
    const { version } = await read(one)
    const saves = await Promise.allSettled(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((text, at) => save(at % 2 === 0 ? one : other, text, version)),
    )
    expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await read(one)).version).toBe(version + 1)
  })

  test('a save that fails for another reason does not count (API-030)', async () => {
    const { one, read, save } = await (RECORDS['product'] as () => Promise<Edited>)()
    const { version } = await read(one)
    await expect(save(one, '', version)).rejects.toMatchObject({ status: 422 })
    expect((await read(one)).version).toBe(version)
  })

  test('a caller without a version saves as before, and later saves notice it (API-030)', async () => {
    const { one, other, read, save } = await (RECORDS['course'] as () => Promise<Edited>)()
    const { version } = await read(one)
    await save(other, 'Second')
    await expect(save(one, 'Third', version)).rejects.toMatchObject({ code: 'record_changed' })
  })

  test('the settings and the company of a portal are one record, saved one after the other (API-030)', async () => {
    const { one, other } = await two()
    const { data } = await t.as(one).call(showPortal)
    const { version } = data as unknown as { version: number }
    await t.as(one).call(updateCompany, { params: { id: data.company.id }, body: { city: 'Ohio City' } }, { version })
    const last = await t.as(one).call(updateSettings, { body: { has_blog: true } })
    expect(last.data).toMatchObject({ version: version + 2 })
    await expect(t.as(other).call(updateSettings, { body: { has_blog: false } }, { version })).rejects.toMatchObject({
      code: 'record_changed',
      details: { changed_by: 'Ann Able' },
    })
  })

  test('the same person in another window is told so, and a person unknown to the portal stays unnamed (API-031)', async () => {
    const { one, read, save } = await (RECORDS['product'] as () => Promise<Edited>)()
    const { version } = await read(one)
    await save(one, 'Second', version)
    await expect(save(one, 'Third', version)).rejects.toMatchObject({
      details: { changed_by: 'You (in another window)' },
    })
  })

  test('visitors get no version, and another portal counts separately (API-030)', async () => {
    const { one } = await two()
    const elsewhere = await two()
    await t.as(one).call(updateSettings, { body: { has_blog: true } })
    expect((await t.as(one.portal).call(showPortal)).data).not.toHaveProperty('version')
    expect((await t.as(elsewhere.one).call(showPortal)).data).toMatchObject({ version: 0 })
  })

  test('an invalid version header counts as none (API-030)', async () => {
    const { one } = await two()
    for (const value of ['', '"', 'W/"1"', '*', '-1', '99999999999999999999']) {
      const answer = await t.request(one, {
        method: 'PUT',
        url: '/api/v1/portal/settings',
        headers: { ...headersOf(t.config, one), 'if-match': value },
        payload: { has_blog: true },
      })
      expect(answer.statusCode, value).toBe(200)
    }
  })
})
