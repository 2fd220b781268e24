import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canOpen, isVisible } from './scopes.ts'

describe('isVisible', () => {
  test.each<[string[], string[], boolean]>([
    [[], [], true],
    [['a'], [], false],
    [['a'], ['a'], true],
    [['a', 'b'], ['b'], true],
    [['!a'], [], true],
    [['!a'], ['b'], true],
    [['!a'], ['a'], false],
    [['!a', '!b'], ['c'], true],
    [['!a', '!b'], ['b'], false],
    [['a', '!b'], ['a'], true],
    [['a', '!b'], ['a', 'b'], false],
    [['a', '!b'], [], false],
    [['a', '!b'], ['c'], false],
  ])('%j for a holder of %j: %s (ROL-065, ROL-066)', (scopes, abilities, isShown) => {
    expect(isVisible(scopes, abilities)).toBe(isShown)
    expect(isVisible(scopes, new Set(abilities))).toBe(isShown)
  })

  test('at least one plain permission and no negated one is held (ROL-066)', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
    fc.assert(
      fc.property(names, names, names, (plain, negated, abilities) => {
        const hasPlain = plain.length === 0 || plain.some((name) => abilities.includes(name))
        const hasNegated = negated.some((name) => abilities.includes(name))
        const scopes = [...plain, ...negated.map((name) => `!${name}`)]
        expect(isVisible(scopes, abilities)).toBe(hasPlain && !hasNegated)
      }),
    )
  })
})

describe('canOpen', () => {
  const holder = { permissions: ['courses.view'], plan_short_name: 'enterprise' }

  test('an item without scopes is open to all (ROL-065)', () => {
    expect(canOpen({}, { permissions: [] })).toBe(true)
  })

  test('scopesExclude hides the item from holders of a listed permission (ROL-067)', () => {
    expect(canOpen({ scopesExclude: ['courses.view', 'users.view'] }, holder)).toBe(false)
    expect(canOpen({ scopesExclude: ['users.view'] }, holder)).toBe(true)
    expect(canOpen({ scopes: ['courses.view'], scopesExclude: ['courses.view'] }, holder)).toBe(false)
  })

  test('scopesSubscription opens the item only on the listed plans (ROL-067)', () => {
    expect(canOpen({ scopesSubscription: ['enterprise', 'established'] }, holder)).toBe(true)
    expect(canOpen({ scopesSubscription: ['established'] }, holder)).toBe(false)
    expect(canOpen({ scopesSubscription: ['established'] }, { permissions: [], plan_short_name: null })).toBe(false)
    expect(canOpen({ scopes: ['users.view'], scopesSubscription: ['enterprise'] }, holder)).toBe(false)
  })
})
