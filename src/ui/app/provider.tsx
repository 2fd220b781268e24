import '@mantine/core/styles.layer.css'
import './mantine.css'
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Branding, brandOf } from '../theme/brand.ts'
import { chooseScheme, readChoice, subscribeScheme } from '../theme/scheme.ts'
import { mantineTheme } from './mantine-theme.ts'

/** Mantine asks the same store as the rest of the product which scheme is chosen. */
const schemeManager = (): MantineColorSchemeManager => {
  let stop = () => {}
  return {
    get: (initial) => (typeof window === 'undefined' ? initial : readChoice()),
    set: (choice) => {
      if (choice !== readChoice()) chooseScheme(choice)
    },
    subscribe: (update) => {
      stop = subscribeScheme(() => update(readChoice()))
    },
    unsubscribe: () => stop(),
    clear: () => chooseScheme('auto'),
  }
}
const manager = schemeManager()

/**
 * What screens with Mantine parts stand in. It writes no styles at run time: its variables are those of mantine.css
 * and of the brand's style element in the head.
 */
export function AppProvider({ branding, children }: { branding: Branding | null; children: ReactNode }) {
  const { only } = brandOf(branding)
  return (
    <MantineProvider
      theme={mantineTheme(branding)}
      colorSchemeManager={manager}
      defaultColorScheme="auto"
      {...(only && { forceColorScheme: only })}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
