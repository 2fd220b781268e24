import { expect } from 'vitest'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import type { TestApp, TestPerson } from '../api.ts'

type Loose = { call: (endpoint: AnyEndpoint, args: object, options?: { version: number }) => Promise<never> }

/** A record that two people edit: who they are, how to read its version, and how to save it. */
export type Edited = {
  one: TestPerson
  other: TestPerson
  read: (who: TestPerson) => Promise<{ version: number; shown: unknown }>
  save: (who: TestPerson, text: string, version?: number) => Promise<unknown>
}

/** What a call that shows a record answers. */
export type Shown = { version?: number; data: Record<string, unknown> & { version: number } }

/** Creates two people who edit one record, and reads and saves it for them. */
export const twoEditors = (t: TestApp) => {
  const as = (who: TestPerson) => t.as(who) as unknown as Loose
  const showing =
    (endpoint: AnyEndpoint, args: object, field?: string): Edited['read'] =>
    async (who) => {
      const { data, version } = (await as(who).call(endpoint, args)) as Shown
      return { version: version ?? data.version, shown: field === undefined ? data : data[field] }
    }
  const saving =
    (endpoint: AnyEndpoint, args: object, body: (text: string) => object): Edited['save'] =>
    (who, text, version) =>
      as(who).call(endpoint, { ...args, body: body(text) }, version === undefined ? undefined : { version })
  const two = async (role: 'portal_admin' | 'super_admin' = 'portal_admin') => {
    const one = await t.make.person(role, { first_name: 'Ann', last_name: 'Able' })
    return { one, other: await t.make.person(role, { portal: one.portal, first_name: 'Bo', last_name: 'Baker' }) }
  }
  return { as, showing, saving, two }
}

/** Expects the later of two saves to be refused with the name of who saved first, and to overwrite nothing until it starts from the newest version. */
export const expectRefusal = async ({ one, other, read, save }: Edited): Promise<void> => {
  const mine = (await read(one)).version
  expect((await read(other)).version).toBe(mine)
  await save(other, 'Second', mine)
  const after = await read(one)
  expect(after.version).toBe(mine + 1)
  await expect(save(one, 'Third', mine)).rejects.toMatchObject({
    status: 409,
    code: 'record_changed',
    message: expect.stringMatching(/^Bo Baker changed this after you opened it\. Nothing was overwritten/),
    details: { version: mine + 1, changed_by: 'Bo Baker', changed_at: expect.stringMatching(/^\d{4}-.*Z$/) },
  })
  expect(await read(one)).toEqual(after)
  await save(one, 'Third', after.version)
  expect((await read(other)).version).toBe(mine + 2)
  expect((await read(other)).shown).not.toEqual(after.shown)
}
