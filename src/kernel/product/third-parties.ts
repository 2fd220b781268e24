import type { PortalContext } from '../context.ts'
import type { Consent, ConsentCategory } from './consent.ts'

/** A script of somebody else that pages load, and the category under which a visitor can switch it off. */
export type ThirdParty = {
  name: 'analytics' | 'ad-clicks' | 'scheduling' | 'accessibility-widget'
  /** The accessibility widget is necessary: who needs it must not lose it by a general wish for privacy. */
  category: ConsentCategory | 'necessary'
  src: string
  /** The id of the portal at the analytics service. */
  id?: string
}

/** Addresses of scripts from the configuration; null if none is configured. */
export type ConfiguredScripts = {
  ad_clicks: string | null
  scheduling: string | null
  accessibility_widget: string | null
}

const ANALYTICS = 'https://www.googletagmanager.com'

/** The scripts that are configured for a portal, before anybody has been asked (SEO-003, SEO-004, SEO-005, INT-013, INT-014). */
export const thirdPartiesOf = (
  { setting, flags }: Pick<PortalContext, 'setting' | 'flags'>,
  scripts: ConfiguredScripts,
): ThirdParty[] => {
  const id = setting.google_analytic_id
  const parties: (ThirdParty | null)[] = [
    id
      ? { name: 'analytics', category: 'analytics', src: `${ANALYTICS}/gtag/js?id=${encodeURIComponent(id)}`, id }
      : null,
    flags.is_core && scripts.ad_clicks
      ? { name: 'ad-clicks', category: 'advertisement', src: scripts.ad_clicks }
      : null,
    flags.is_core && scripts.scheduling ? { name: 'scheduling', category: 'other', src: scripts.scheduling } : null,
    scripts.accessibility_widget
      ? { name: 'accessibility-widget', category: 'necessary', src: scripts.accessibility_widget }
      : null,
  ]
  return parties.filter((each) => each !== null)
}

/** Those that may be loaded under a consent. */
export const allowedOf = (parties: readonly ThirdParty[], consent: Consent): ThirdParty[] =>
  parties.filter(({ category }) => category === 'necessary' || consent[category])

export type PolicySources = { script: string[]; connect: string[]; frame: string[] }

/** What a content security policy has to open for these scripts, and for nothing else. */
export const policySourcesOf = (parties: readonly ThirdParty[]): PolicySources => {
  const sources: PolicySources = { script: [], connect: [], frame: [] }
  for (const { name, src } of parties) {
    const { origin } = new URL(src)
    sources.script.push(origin)
    if (name === 'analytics')
      sources.connect.push(
        'https://*.google-analytics.com',
        'https://*.analytics.google.com',
        'https://*.googletagmanager.com',
      )
    else {
      sources.connect.push(origin)
      sources.frame.push(origin)
    }
  }
  return sources
}
