import { describe, expect, test } from 'vitest'
import { inForce, inherited } from './levels.ts'

const levels = {
  general: { 'courses.view': false, 'users.view': true },
  kind: { 'courses.view': true },
  portal: { 'courses.view': false, 'reports.view': true },
}
const portal = { kind: 'channel', portal_id: 7 } as const
const kind = { kind: 'channel', portal_id: null } as const
const general = { kind: 'general', portal_id: null } as const

describe('switches and their levels', () => {
  test("the portal's own override those of its kind, which override the general ones (ROL-075)", () => {
    expect(inForce(portal, levels)).toEqual({ 'courses.view': false, 'users.view': true, 'reports.view': true })
    expect(inForce(kind, levels)).toEqual({ 'courses.view': true, 'users.view': true })
    expect(inForce(general, { ...levels, kind: { 'courses.view': true } })).toEqual(levels.general)
  })

  test('a level without its own switch inherits the one above (ROL-075)', () => {
    expect(inherited(portal, levels, 'courses.view')['courses.view']).toBe(true)
    expect(inherited(kind, levels, 'courses.view')['courses.view']).toBe(false)
    expect(inherited(general, levels, 'courses.view')).toEqual({ 'users.view': true })
    expect(inherited(portal, levels, 'reports.view')['reports.view']).toBeUndefined()
  })
})
