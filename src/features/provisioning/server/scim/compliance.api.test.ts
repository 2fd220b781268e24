// The tables of tests/scim/compliance against the real server and database.
import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../../../../tests/api.ts'
import type { Case } from '../../../../../tests/scim/compliance/case.ts'
import { DISCOVERY } from '../../../../../tests/scim/compliance/discovery.ts'
import { GROUPS } from '../../../../../tests/scim/compliance/groups.ts'
import { USERS as OF_ENTRA_ID } from '../../../../../tests/scim/compliance/users-entra-id.ts'
import { USERS as OF_OKTA } from '../../../../../tests/scim/compliance/users-okta.ts'
import { USERS as OF_THE_RFC } from '../../../../../tests/scim/compliance/users-rfc-7644.ts'
import { freshName, GROUP, patch, provisioning } from '../../../../../tests/scim/provider.ts'

const t = testApp()
const scim = provisioning(t)

let provider: Awaited<ReturnType<typeof scim.connected>>
let counter = 0
beforeAll(async () => {
  provider = await scim.connected()
})

/** The words of a case, each made for it. */
const wordsFor = async (): Promise<Record<string, string>> => {
  const { call, create, portal } = provider
  const [person, other, gone] = [await create(), await create(), await create()]
  await call('PATCH', `/Users/${gone.id}`, patch({ op: 'replace', path: 'active', value: false }))
  const n = `${++counter}`
  const groupName = `Group ${n}`
  const group = await call('POST', '/Groups', {
    schemas: [GROUP],
    displayName: groupName,
    members: [{ value: person.id }],
  })
  const fresh = freshName('new')
  return {
    id: person.id,
    name: person.userName,
    NAME: person.userName.toUpperCase(),
    other: other.id,
    otherName: other.userName,
    gone: gone.id,
    new: fresh,
    NEW: fresh.toUpperCase(),
    n,
    group: String(group.body.id),
    groupName,
    GROUP: groupName.toUpperCase(),
    base: `http://${portal.host}:3000/scim/v2`,
  }
}

/** Fills in the words, in an address in the form that an address has. */
const filled = <T>(value: T, words: Record<string, string>): T => {
  if (typeof value === 'string')
    return value
      .replace(/\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole)
      .replace(/%7B(\w+)%7D/g, (whole, word: string) => encodeURIComponent(words[word] ?? whole)) as T
  if (Array.isArray(value)) return value.map((one) => filled(one, words)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [filled(key, words), filled(one, words)])) as T
}

const play = async ({ steps }: Case) => {
  const words = await wordsFor()
  for (const step of steps) {
    const [method, path, body] = filled(step.call, words)
    const answer = await provider.call(method, path, body)
    const about = `${method} ${path} ${JSON.stringify(body ?? '')}\n${JSON.stringify(answer.body)}`
    expect(answer.status, about).toBe(step.status)
    if (step.body) expect(answer.body, about).toMatchObject(filled(step.body, words))
    for (const name of step.without ?? []) expect(answer.body, about).not.toHaveProperty([name])
    for (const [name, value] of Object.entries(filled(step.headers ?? {}, words)))
      expect(String(answer.headers[name]), about).toContain(value)
    if (answer.status === 204) expect(answer.body).toEqual({})
    else expect(answer.headers['content-type'], about).toBe('application/scim+json; charset=utf-8')
  }
}

const rows = (cases: readonly Case[]) => cases.map((one) => [one.from, one.what, one] as const)

describe('discovery (PRV-003)', () => {
  test.each(rows(DISCOVERY))('%s: %s', (_from, _what, one) => play(one))
})
describe('users (PRV-004, PRV-005, PRV-006, PRV-007)', () => {
  test.each(rows([...OF_OKTA, ...OF_ENTRA_ID, ...OF_THE_RFC]))('%s: %s', (_from, _what, one) => play(one))
})
describe('groups (PRV-010, PRV-011)', () => {
  test.each(rows(GROUPS))('%s: %s', (_from, _what, one) => play(one))
})
