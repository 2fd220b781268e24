import { expect, test } from 'vitest'
import type { PortalContext } from '../context.ts'
import { allowedOf, policySourcesOf, thirdPartiesOf } from './third-parties.ts'

const NOTHING = { ad_clicks: null, scheduling: null, accessibility_widget: null }
const EVERYTHING = {
  ad_clicks: 'https://ads.example.com/click.js',
  scheduling: 'https://meet.example.com/widget.js',
  accessibility_widget: 'https://access.example.com/w.js',
}
const portal = (id: string | null, isCore: boolean) =>
  ({ setting: { google_analytic_id: id }, flags: { is_core: isCore } }) as unknown as PortalContext
const names = (parties: { name: string }[]) => parties.map(({ name }) => name)
const NONE = { analytics: false, advertisement: false, other: false }
const ALL = { analytics: true, advertisement: true, other: true }

test('nothing is loaded if nothing is configured (INT-013, INT-014, SEO-005)', () => {
  expect(thirdPartiesOf(portal(null, true), NOTHING)).toEqual([])
  expect(policySourcesOf([])).toEqual({ script: [], connect: [], frame: [] })
})

test('ad-click and scheduling scripts are only for the core portal, the others for every portal (SEO-003, SEO-004)', () => {
  expect(names(thirdPartiesOf(portal('G-1', true), EVERYTHING))).toEqual([
    'analytics',
    'ad-clicks',
    'scheduling',
    'accessibility-widget',
  ])
  expect(names(thirdPartiesOf(portal('G-1', false), EVERYTHING))).toEqual(['analytics', 'accessibility-widget'])
})

test('anything switched off is not loaded; the accessibility widget stays (INT-013, INT-014, UIX-030)', () => {
  const parties = thirdPartiesOf(portal('G-1', true), EVERYTHING)
  expect(names(allowedOf(parties, NONE))).toEqual(['accessibility-widget'])
  expect(names(allowedOf(parties, { ...ALL, analytics: false }))).not.toContain('analytics')
  expect(allowedOf(parties, ALL)).toEqual(parties)
})

test('the policy allows the hosts of what may be loaded and no others', () => {
  const parties = thirdPartiesOf(portal('G-1', true), EVERYTHING)
  expect(policySourcesOf(allowedOf(parties, NONE)).script).toEqual(['https://access.example.com'])
  const analytics = policySourcesOf(thirdPartiesOf(portal('G-1', false), NOTHING))
  expect(analytics.script).toEqual(['https://www.googletagmanager.com'])
  expect(analytics.connect).toContain('https://*.google-analytics.com')
  expect(analytics.frame).toEqual([])
})
