import type { ReactNode } from 'react'
import { testCloudScorm } from '#features/cloud-scorm/contract.ts'
import { DomainsAndSenders } from '#features/domains/web/public.ts'
import { IntegrationSettings } from '#features/integrations/web/public.ts'
import { testEasyship } from '#features/shipping/contract.ts'
import { testTwilio } from '#features/text-messages/contract.ts'
import { SignInRulesSettings } from '#features/two-factor/web/public.ts'
import { GeneralSettings } from './components/general-settings.tsx'
import { TermsSettings } from './components/terms-settings.tsx'
import type { usePortal } from './use-portal.ts'

const KEY_TESTS = { cloud_scorm: testCloudScorm, easyship: testEasyship, twilio: testTwilio }

export type SettingsPart = {
  key: string
  label: string
  content: (at: Pick<ReturnType<typeof usePortal>, 'portal' | 'scope'>) => ReactNode
}

/** The parts of the settings of a portal, each a tab with its own address; the first is shown without one named. */
export const SETTINGS_PARTS: readonly SettingsPart[] = [
  { key: 'general', label: 'General and branding', content: () => <GeneralSettings /> },
  { key: 'domains', label: 'Domains and senders', content: ({ scope }) => <DomainsAndSenders scope={scope} /> },
  { key: 'sign-in', label: 'Sign-in', content: ({ scope }) => <SignInRulesSettings scope={scope} /> },
  { key: 'terms', label: 'Terms', content: () => <TermsSettings /> },
  {
    key: 'integrations',
    label: 'Integrations',
    content: ({ scope }) => <IntegrationSettings scope={scope} tests={KEY_TESTS} />,
  },
]
