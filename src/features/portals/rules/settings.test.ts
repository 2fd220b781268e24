import { describe, expect, test } from 'vitest'
import { PORTAL_IMAGES } from './images.ts'
import { firstNavigations } from './navigation.ts'
import { isPortalSlug, logoOnDark, losesShop, mayChooseType, newPortalSwitches, shareImage } from './settings.ts'

describe('settings', () => {
  test('the core portal starts with its three switches on, every other with them off (PRT-017)', () => {
    expect(newPortalSwitches(true)).toEqual({ is_marketable: true, has_blog: true, has_course_catalog: true })
    expect(newPortalSwitches(false)).toEqual({ is_marketable: false, has_blog: false, has_course_catalog: false })
  })

  test.each([
    [null, 1, true],
    [null, 2, true],
    [null, null, true],
    [1, 1, true],
    [1, 2, false],
    [2, 1, false],
    [2, null, false],
  ] as const)('a portal of type %s may be saved with type %s: %s (PRT-034)', (present, requested, expected) => {
    expect(mayChooseType(present, requested)).toBe(expected)
  })

  test.each([
    [{ type: null, is_marketable: true }, { type: 1, is_marketable: true }, true],
    [{ type: null, is_marketable: true }, { type: 1, is_marketable: false }, false],
    [{ type: null, is_marketable: false }, { type: 1, is_marketable: true }, false],
    [{ type: null, is_marketable: true }, { type: 2, is_marketable: true }, false],
    [{ type: 1, is_marketable: true }, { type: 1, is_marketable: true }, false],
  ] as const)('%j saved as %j loses a shop that is open: %s (PRT-076)', (before, after, expected) => {
    expect(losesShop(before, after)).toBe(expected)
  })

  test('a missing secondary logo falls back to the logo, and a missing share image to the platform’s (PRT-048)', () => {
    expect(logoOnDark({ logo: '/a.png', secondary_logo: null })).toBe('/a.png')
    expect(logoOnDark({ logo: '/a.png', secondary_logo: '/b.png' })).toBe('/b.png')
    expect(shareImage({ social_logo: null })).toBeNull()
    expect(shareImage({ social_logo: '/s.png' })).toBe('/s.png')
  })

  test.each([
    ['harbor', true],
    ['harbor-2', true],
    ['7', true],
    ['a'.repeat(63), true],
    ['a'.repeat(64), false],
    ['-harbor', false],
    ['harbor-', false],
    ['har.bor', false],
    ['Harbor', false],
    ['', false],
    ['content', false],
    ['www', false],
  ])('"%s" as sub-domain: %s (PRT-010)', (slug, expected) => {
    expect(isPortalSlug(slug)).toBe(expected)
  })

  test('the initial navigation leads only to existing pages, in ascending order (PRT-005, PRT-014, PRT-015)', () => {
    const off = { is_marketable: false, has_course_catalog: false, has_blog: false }
    expect(firstNavigations(off).map((group) => group.slug)).toEqual(['faq'])
    const all = firstNavigations({ is_marketable: true, has_course_catalog: true, has_blog: true })
    expect(all.map((group) => [group.sort_number, group.slug])).toEqual([
      [1, 'course'],
      [2, 'bundles'],
      [3, 'course-catalog'],
      [4, 'knowledge'],
      [5, 'faq'],
    ])
  })

  test('share images have kinds that SEO supports, certificate logos kinds that a PDF can print (PRT-047)', () => {
    expect(PORTAL_IMAGES.social_logo.extensions).toEqual(['jpg', 'jpeg', 'png'])
    expect(PORTAL_IMAGES.default_certificate_logo.extensions).toEqual(['jpg', 'jpeg', 'png'])
    expect(PORTAL_IMAGES.favicon.extensions).toContain('ico')
    expect(PORTAL_IMAGES.logo.extensions).not.toContain('svg')
  })
})
