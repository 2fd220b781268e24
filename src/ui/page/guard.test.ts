import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { defaultPermissions, type Role } from '#kernel/access/permissions.ts'
import type { PageSession } from '#kernel/access/session.ts'
import { can, guarded, needs } from './guard.ts'

type SessionParts = { role?: Role; flags?: Record<string, boolean>; person?: object; setting?: object }
const session = ({ role, flags = {}, person, setting = {} }: SessionParts): PageSession =>
  ({
    portal: { id: 7, status: 'active', flags, setting },
    viewer: role
      ? {
          current_role: role,
          first_name: 'Ada',
          last_name: 'Lovelace',
          email: 'ada@example.com',
          abilities: defaultPermissions(role),
          ...person,
        }
      : null,
    is_production: true,
  }) as unknown as PageSession

type Opening = Parameters<ReturnType<typeof guarded>>[0]
const open = (parts: SessionParts, href = '/somewhere?tab=1'): Opening => ({
  context: { session: session(parts) },
  location: { pathname: href.split('?')[0] ?? '', search: {}, href },
})

/** What happens when a page is opened: `opens`, the address it redirects to, or its status. */
const outcome = async (beforeLoad: (opening: Opening) => unknown, opening: Opening) => {
  try {
    await beforeLoad(opening)
    return 'opens'
  } catch (thrown) {
    const { options, isNotFound, status } = thrown as {
      options?: { href: string }
      isNotFound?: boolean
      status?: number
    }
    return options?.href ?? (isNotFound ? 404 : status)
  }
}

describe('guards in front of a page', () => {
  test('a redirect is a 302 and remembers the full path until after the sign-in (ROU-101, AUT-023)', async () => {
    let thrown: { options: { href: string; statusCode: number; headers: Headers } } | undefined
    try {
      await guarded('auth')(open({}, '/orders?status=open'))
    } catch (error) {
      thrown = error as typeof thrown
    }
    expect(thrown?.options).toMatchObject({ href: '/login', statusCode: 302 })
    expect(new Headers(thrown?.options.headers).get('set-cookie')).toContain(
      `redirect=${encodeURIComponent('/orders?status=open')}`,
    )
  })

  test('a missing page and a refused one have their own status (ROU-107, ROU-118)', async () => {
    expect(await outcome(guarded('marketable'), open({}))).toBe(404)
    expect(await outcome(guarded('portal-blocked'), open({ flags: { is_blocked: true } }))).toBe(403)
    expect(await outcome(guarded('marketable'), open({ flags: { is_marketable: true } }))).toBe('opens')
  })

  test('a screen group that the role cannot open redirects to the dashboard, and a visitor to the sign-in (ROU-125, ROL-064, ERR-006, ERR-007)', async () => {
    expect(await outcome(needs('users.view'), open({}))).toBe('/login')
    expect(await outcome(needs('users.view'), open({ role: 'portal_admin' }))).toBe('opens')
    expect(await outcome(needs('users.view'), open({ role: 'learner' }))).toBe('/dashboard')
    expect(await outcome(needs('users.view'), open({ role: 'accounting' }))).toBe('/dashboard')
    expect(can(session({ role: 'accounting' }), 'portal-settings.view')).toBe(true)
    expect(can(session({ role: 'accounting' }), 'portal-settings.update')).toBe(false)
    expect(can(session({}), 'public-pages.view')).toBe(false)
  })
})

describe('the layouts of the product', async () => {
  const folder = path.resolve(import.meta.dirname, '../../app/guards')
  const layouts = await Promise.all(
    fs
      .readdirSync(folder)
      .filter((name) => name !== 'development.tsx')
      .map(async (name) => {
        const { Route } = (await import(path.join(folder, name))) as { Route: { options: { beforeLoad: () => void } } }
        return { name: name.replace('.tsx', ''), beforeLoad: Route.options.beforeLoad as (opening: Opening) => unknown }
      }),
  )
  const blocked = { is_blocked: true }
  const invalid = { is_invalid: true }

  test('there are both kinds (ROU-129)', () => {
    const names = layouts.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['open', 'guest', 'storefront', 'catalog', 'signed-in']))
  })

  test.each(layouts)(
    '$name asks the portal first, or the session and then the portal and the person (ROU-129)',
    async ({ name, beforeLoad }) => {
      // Previews are for those who edit courses.
      const role = name === 'previewing' ? 'course_admin' : 'learner'
      const asVisitor = await outcome(beforeLoad, open({ flags: blocked }))
      if (asVisitor === '/login') {
        expect(await outcome(beforeLoad, open({ flags: { ...blocked, ...invalid }, role }))).toBe(403)
        const person = { first_name: '' }
        expect(await outcome(beforeLoad, open({ flags: invalid, role, person }))).toBe('/coming-soon')
        expect(await outcome(beforeLoad, open({ role, person }))).toBe('/profile/settings')
        expect(await outcome(beforeLoad, open({ role }))).toBe('opens')
        return
      }
      expect(asVisitor).toBe(403)
      expect(await outcome(beforeLoad, open({ flags: { ...blocked, ...invalid } }))).toBe(403)
      expect(await outcome(beforeLoad, open({ flags: invalid }))).toBe('/coming-soon')
    },
  )

  test('an in-house portal has no commerce and catalog layouts (ROU-115)', async () => {
    for (const name of ['storefront', 'catalog']) {
      const layout = layouts.find((each) => each.name === name)
      const flags = { is_in_house: true, is_marketable: true }
      const setting = { has_course_catalog: true }
      const beforeLoad = layout?.beforeLoad ?? (() => {})
      expect(await outcome(beforeLoad, open({ flags, setting }))).toBe('/login')
      expect(await outcome(beforeLoad, open({ flags, setting, role: 'learner' }))).toBe('/dashboard')
      expect(await outcome(beforeLoad, open({ flags: { is_marketable: true }, setting }))).toBe('opens')
    }
  })
})
