import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createApiToken } from '#features/api-tokens/contract.ts'
import { PARTS } from '#features/personal-data/server/parts.ts'
import { createPortalToken, listTokenCalls, revokePortalToken } from '#features/two-way-api/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { ENTERPRISE, freshName, GROUP, patch, provisioning, userBody } from '../../../../tests/scim/provider.ts'
import { listProvisioningEvents, saveProvisioning, showProvisioning } from '../contract.ts'

const t = testApp()
const scim = provisioning(t)
const deactivate = patch({ op: 'replace', path: 'active', value: false })
const activate = patch({ op: 'replace', path: 'active', value: true })

const personIn = (portalId: number, id: string | number) =>
  t.platform((tx) =>
    tx
      .selectFrom('people')
      .selectAll()
      .where('portal_id', '=', portalId)
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow(),
  )

describe('who may provision (PRV-001, PRV-002)', () => {
  test('nobody while it is off, and an admin turns it on and off (PRV-001, ERR-168)', async () => {
    const { portal, admin, call, create } = await scim.connected()
    const person = await create()
    await t.as(admin).call(saveProvisioning, { body: { is_on: false } })
    for (const answer of [await call('GET', '/Users'), await call('PATCH', `/Users/${person.id}`, deactivate)])
      expect([answer.status, answer.body.detail]).toEqual([
        403,
        'Provisioning is off for this portal. Nothing was changed. An administrator turns it on under Two-way API.',
      ])
    expect((await personIn(portal.id, person.id)).is_blocked_here).toBe(false)
    await t.as(admin).call(saveProvisioning, { body: { is_on: true } })
    expect((await call('GET', '/Users')).status).toBe(200)
  })

  test('only a token of the portal with the scope, and no other, whatever role its owner has (PRV-002)', async () => {
    const { portal, admin, token, call } = await scim.connected()
    const answers: [string, number][] = []
    const tryAs = async (name: string, text: string, headers: Record<string, string> = {}) => {
      for (const [method, path] of [
        ['GET', '/Users'],
        ['POST', '/Users'],
        ['GET', '/Schemas'],
        ['DELETE', '/Groups/1'],
      ] as const)
        answers.push([
          name,
          (await scim.by(text, portal)(method, path, method === 'POST' ? {} : undefined, headers)).status,
        ])
    }
    await tryAs('nobody', '')
    await tryAs('a wrong token', 'ptk_wrong')
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    for (const role of ['portal_admin', 'manager', 'instructor', 'learner'] as const) {
      const person = await t.make.person(role, { portal })
      const own = (await t.as(person).call(createApiToken, { body: { name: 'Own', expires_at } })).data
      await tryAs(`the personal token of a ${role}`, own.token)
      await tryAs(`the session of a ${role}`, '', { cookie: `session=${person.token}` })
    }
    expect(new Set(answers.map(([, status]) => status))).toEqual(new Set([401]))
    const reader = await scim.token(admin, ['people:read'])
    expect((await scim.by(reader.token, portal)('GET', '/Users')).body.detail).toContain(
      'does not have the scope provisioning',
    )
    await t.as(admin).call(revokePortalToken, { params: { id: token.id } })
    const refused = await call('GET', '/Users')
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer realm="scim"'])
  })

  test('nothing of another portal is read or changed, by token, id or name (PRV-002)', async () => {
    const ours = await scim.connected()
    const theirs = await scim.connected()
    const person = await theirs.create()
    const group = await theirs.call('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Crew',
      members: [{ value: person.id }],
    })
    const withOurs = scim.by(ours.token.token, theirs.portal)
    expect((await withOurs('GET', '/Users')).status).toBe(401)
    for (const [method, path, body] of [
      ['GET', `/Users/${person.id}`, undefined],
      ['PUT', `/Users/${person.id}`, userBody(person.userName)],
      ['PATCH', `/Users/${person.id}`, deactivate],
      ['DELETE', `/Users/${person.id}`, undefined],
      ['GET', `/Groups/${group.body.id}`, undefined],
      ['PATCH', `/Groups/${group.body.id}`, patch({ op: 'remove', path: 'members' })],
      ['DELETE', `/Groups/${group.body.id}`, undefined],
    ] as const)
      expect((await ours.call(method, path, body)).status, `${method} ${path}`).toBe(404)
    for (const filter of [
      `userName eq "${person.userName}"`,
      `id eq "${person.id}"`,
      `emails.value eq "${person.userName}"`,
    ])
      expect((await ours.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body.totalResults).toBe(0)
    const member = await ours.call('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Mine',
      members: [{ value: person.id }],
    })
    expect([member.status, member.body.scimType]).toEqual([400, 'invalidValue'])
    expect((await theirs.call('GET', `/Users/${person.id}`)).body).toMatchObject({
      active: true,
      groups: [{ display: 'Crew' }],
    })
  })

  test('people of the platform are not seen, made or changed, and a token gives no role above its portal (PRV-002, PRV-004)', async () => {
    const { portal, call } = await scim.connected()
    const staff = await t.make.person('super_admin', { portal })
    expect((await call('GET', `/Users/${staff.id}`)).status).toBe(404)
    expect((await call('PATCH', `/Users/${staff.id}`, deactivate)).status).toBe(404)
    expect((await call('POST', '/Users', userBody(staff.email))).status).toBe(403)
  })

  test('its calls stand in the log with what was refused, and none with what was sent (PRV-002, INT-039)', async () => {
    const { admin, call, create } = await scim.connected()
    const { userName } = await create()
    await call('POST', '/Users', userBody(userName))
    const read = async () => (await t.as(admin).call(listTokenCalls, { query: {} })).data
    await expect
      .poll(async () => (await read()).map(({ path, status }) => `${path} ${status}`).sort())
      .toEqual(['/scim/v2/Users 201', '/scim/v2/Users 409'])
    expect(JSON.stringify(await read())).not.toContain(userName)
  })
})

describe('people (PRV-004, PRV-005)', () => {
  test('a created person is a learner with an external id and a mail, and stands on the screen (PRV-004, PRV-016)', async () => {
    const { portal, admin, call } = await scim.connected()
    const userName = freshName()
    const { body } = await call('POST', '/Users', userBody(userName, { externalId: 'E-1042' }))
    const person = await personIn(portal.id, String(body.id))
    expect(person).toMatchObject({ email: userName, first_name: 'Lena', last_name: 'Ortiz', external_id: 'E-1042' })
    const roles = await t.platform((tx) =>
      tx
        .selectFrom('portal_user_roles')
        .select('role')
        .where('user_id', '=', person.id as number)
        .execute(),
    )
    expect(roles).toEqual([{ role: 'learner' }])
    const mails = await t.platform((tx) =>
      tx.selectFrom('mails').select('to_email').where('to_email', '=', userName).execute(),
    )
    expect(mails).toHaveLength(1)
    const shown = (await t.as(admin).call(showProvisioning)).data
    expect(shown).toMatchObject({
      is_on: true,
      base_url: `http://${portal.host}:3000/scim/v2`,
      people: { total: 1, active: 1 },
    })
    const events = (await t.as(admin).call(listProvisioningEvents, { query: {} })).data
    expect(events).toMatchObject([
      { kind: 'person_created', subject: `Lena Ortiz (${userName})`, token_name: 'Entra ID', user: { id: person.id } },
    ])
  })

  test('a member who was here before is found by e-mail and adopted, and is a conflict for a POST (PRV-004, ERR-170)', async () => {
    const { portal, call } = await scim.connected()
    const member = await t.make.person('instructor', { portal })
    const twice = await call('POST', '/Users', userBody(member.email))
    expect([twice.status, twice.body.scimType, twice.body.detail]).toEqual([
      409,
      'uniqueness',
      `${member.email} is in this portal already. Nothing was changed. Find the person with a filter, and change them instead.`,
    ])
    const list = await call('GET', `/Users?filter=${encodeURIComponent(`userName eq "${member.email}"`)}`)
    expect(list.body).toMatchObject({ totalResults: 1, Resources: [{ id: String(member.id), active: true }] })
    const adopted = await call(
      'PUT',
      `/Users/${member.id}`,
      userBody(`${member.id}@corp.example.com`, {
        emails: [{ value: member.email, primary: true }],
        externalId: `adopted-${member.id}`,
      }),
    )
    expect([adopted.status, adopted.body.userName]).toEqual([200, `${member.id}@corp.example.com`])
    expect(await personIn(portal.id, member.id)).toMatchObject({
      email: member.email,
      external_id: `adopted-${member.id}`,
    })
  })

  test('somebody known in another portal joins this one only, and their account stays theirs (PRV-004, PRV-005)', async () => {
    const { portal, call, admin } = await scim.connected()
    const person = await t.make.person('learner', { first_name: 'Secret', password_hash: 'kept' })
    const made = await call('POST', '/Users', userBody(person.email))
    expect([made.status, made.body.id]).toEqual([201, String(person.id)])
    expect(JSON.stringify(made.body)).not.toContain('Secret')
    const other = freshName('moved')
    const changed = await call(
      'PUT',
      `/Users/${person.id}`,
      userBody(person.email, { emails: [{ value: other, type: 'work' }] }),
    )
    expect([changed.status, changed.body.emails]).toEqual([200, [{ value: other, type: 'work' }]])
    expect((await call('PATCH', `/Users/${person.id}`, deactivate)).status).toBe(200)
    const account = await t.platform((tx) =>
      tx
        .selectFrom('users')
        .select(['email', 'password_hash', 'is_blocked'])
        .where('id', '=', person.id)
        .executeTakeFirst(),
    )
    expect(account).toEqual({ email: person.email, password_hash: 'kept', is_blocked: false })
    expect((await t.request(person, { method: 'GET', url: '/api/v1/me' })).statusCode).toBe(200)
    expect((await call('DELETE', `/Users/${person.id}`)).status).toBe(204)
    expect((await personIn(person.portal.id, person.id)).left_at).toBeNull()
    expect((await personIn(portal.id, person.id)).left_at).not.toBeNull()
    const events = (await t.as(admin).call(listProvisioningEvents, { query: { kind: 'people' } })).data
    expect(events.map(({ detail }) => detail)).toContain(
      'The sign-in e-mail stays, because the person belongs to another portal as well.',
    )
  })

  test('a new e-mail waits for its owner, and sending it again mails no second link (PRV-005)', async () => {
    const { portal, call, create } = await scim.connected()
    const person = await create()
    const next = freshName('next')
    const replace = patch({ op: 'Replace', path: 'emails[type eq "work"].value', value: next })
    for (const _ of [1, 2])
      expect((await call('PATCH', `/Users/${person.id}`, replace)).body.emails).toEqual([
        { value: next, type: 'work', primary: true },
      ])
    expect((await personIn(portal.id, person.id)).email).toBe(person.userName)
    const links = await t.platform((tx) =>
      tx
        .selectFrom('link_tokens')
        .select('email')
        .where('user_id', '=', Number(person.id))
        .where('type', '=', 'change-email')
        .execute(),
    )
    expect(links).toEqual([{ email: next }])
  })

  test('passwords are never kept, in any place (PRV-005)', async () => {
    const { call } = await scim.connected()
    const { body } = await call('POST', '/Users', userBody(freshName(), { password: 'Zanzibar-1' }))
    await call('PUT', `/Users/${body.id}`, userBody(String(body.userName), { password: 'Zanzibar-1', title: 'x' }))
    const rows = await t.platform((tx) => tx.selectFrom('provisioned_people').selectAll().execute())
    expect(JSON.stringify(rows)).not.toContain('Zanzibar')
  })

  test('a person who left comes back with the same records, and an external id goes on (PRV-004)', async () => {
    const { call } = await scim.connected()
    const userName = freshName()
    // Somebody who belongs to another portal as well keeps the account.
    const person = await t.make.person('learner', { email: userName })
    const first = await call('POST', '/Users', userBody(userName, { externalId: 'E-9' }))
    expect((await call('DELETE', `/Users/${first.body.id}`)).status).toBe(204)
    const stranger = await call('POST', '/Users', userBody(freshName(), { externalId: 'E-9' }))
    expect(stranger.status).toBe(201)
    const again = await call('POST', '/Users', userBody(userName))
    expect([again.status, again.body.id, again.body.externalId]).toEqual([201, String(person.id), undefined])
  })
})

describe('twice and at once (PRV-008)', () => {
  test('ten calls that create the same person make one, and the others are conflicts (PRV-008)', async () => {
    const { call, admin } = await scim.connected()
    const userName = freshName()
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/Users', userBody(userName))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    const events = (await t.as(admin).call(listProvisioningEvents, { query: { kind: 'people' } })).data
    expect(events).toHaveLength(1)
  })

  test('changes of one person at once are all kept, and the same change twice is told once (PRV-008)', async () => {
    const { call, create, admin } = await scim.connected()
    const { id } = await create()
    const parts = [
      ['title', 'Foreman'],
      ['nickName', 'Lee'],
      ['userType', 'Employee'],
      [`${ENTERPRISE}:department`, 'Yard'],
      [`${ENTERPRISE}:costCenter`, '17'],
    ] as const
    await Promise.all(parts.map(([path, value]) => call('PATCH', `/Users/${id}`, patch({ op: 'Add', path, value }))))
    expect((await call('GET', `/Users/${id}`)).body).toMatchObject({
      title: 'Foreman',
      nickName: 'Lee',
      userType: 'Employee',
      [ENTERPRISE]: { department: 'Yard', costCenter: '17' },
    })
    await call('PATCH', `/Users/${id}`, patch({ op: 'Add', path: 'title', value: 'Foreman' }))
    const events = (await t.as(admin).call(listProvisioningEvents, { query: { kind: 'people' } })).data
    expect(events.map(({ kind }) => kind)).toEqual([...Array(5).fill('person_changed'), 'person_created'])
  })

  test('a token that is revoked while a call runs changes nothing (PRV-008, PRV-002)', async () => {
    const { portal, admin, token, call, create } = await scim.connected()
    const { id } = await create()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isHeld = () => {}
    const ready = new Promise<void>((resolve) => {
      isHeld = resolve
    })
    const holding = t.app.db.withPortal(portal.id, async (tx) => {
      await tx
        .selectFrom('provisioning_settings')
        .select('is_on')
        .where('portal_id', '=', portal.id)
        .forUpdate()
        .execute()
      isHeld()
      await held
    })
    await ready
    const running = call('PATCH', `/Users/${id}`, deactivate)
    await t.as(admin).call(revokePortalToken, { params: { id: token.id } })
    release()
    await holding
    expect((await running).status).toBe(401)
    expect((await personIn(portal.id, id)).is_blocked_here).toBe(false)
  })
})

describe('the last administrator (PRV-019, ERR-169)', () => {
  test('is neither deactivated nor deleted, and of two at once one stays (PRV-019)', async () => {
    const { portal, admin, call } = await scim.connected()
    for (const [method, body] of [
      ['PATCH', deactivate],
      ['DELETE', undefined],
    ] as const) {
      const answer = await call(method, `/Users/${admin.id}`, body)
      expect([answer.status, String(answer.body.detail)]).toEqual([
        403,
        expect.stringContaining('is the only administrator of this portal.'),
      ])
    }
    const second = await t.make.person('portal_admin', { portal })
    const answers = await Promise.all([admin, second].map(({ id }) => call('PATCH', `/Users/${id}`, deactivate)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const left = [admin, second].find((_, at) => answers[at]?.status === 403)
    const seen = (await t.as(left ?? admin).call(listProvisioningEvents, { query: { kind: 'refused' } })).data
    expect(seen).toHaveLength(3)
    const gone = [admin, second].find((_, at) => answers[at]?.status === 200)
    expect((await call('PATCH', `/Users/${gone?.id}`, activate)).body).toMatchObject({ active: true })
  })
})

test('a scope is chosen by name for a token of a provider (PRV-002)', async () => {
  const { admin } = await scim.connected()
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const made = (
    await t.as(admin).call(createPortalToken, { body: { name: 'Okta', scopes: ['provisioning'], expires_at } })
  ).data
  expect(made.scopes).toEqual(['provisioning'])
})

test('the personal data of a person has what the provider told and the groups (PRV-005, USR-044)', async () => {
  const { portal, call } = await scim.connected()
  const made = await call('POST', '/Users', userBody(freshName(), { title: 'Foreman' }))
  const id = Number(made.body.id)
  await call('POST', '/Groups', { schemas: [GROUP], displayName: 'North crew', members: [{ value: String(id) }] })
  const shown = await t.app.db.withPortal(
    portal.id,
    (tx) => PARTS['identity-provider.json']?.(tx, { portal_id: portal.id, user_id: id }) ?? Promise.resolve(null),
  )
  expect(shown).toMatchObject([
    { user_name: made.body.userName, attributes: { title: 'Foreman' }, groups: ['North crew'] },
  ])
})

test('in a large portal a filter that no index serves is refused with what to filter by, and the others still find (PRV-007, ERR-172)', async () => {
  const { portal, call, create } = await scim.connected()
  const person = await create()
  await t.platform((tx) =>
    sql`
      with made as (
        insert into users (email)
        select 'crowd' || n || '@' || ${portal.slug} || '.example' from generate_series(1, 5000) n returning id)
      insert into portal_users (portal_id, user_id, first_name) select ${portal.id}, id, 'Crowd' from made`.execute(tx),
  )
  const find = (filter: string) => call('GET', `/Users?filter=${encodeURIComponent(filter)}`)
  const refused = await find('name.givenName co "row"')
  expect([refused.status, refused.body.detail, refused.body.scimType]).toEqual([
    400,
    'This filter would have to read everyone in the portal. Filter by userName, externalId, id or emails with eq.',
    'tooMany',
  ])
  expect((await find(`id eq "${person.id}"`)).body).toMatchObject({ totalResults: 1 })
})
