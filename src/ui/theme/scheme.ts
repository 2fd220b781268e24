import { useSyncExternalStore } from 'react'
import { DARK_QUERY, KEY, ONLY_ATTRIBUTE, SCHEME_ATTRIBUTE } from './scheme-script.ts'

export { ONLY_ATTRIBUTE, SCHEME_ATTRIBUTE, schemeScript } from './scheme-script.ts'

/** What a person chose: a fixed scheme, or that of the device. */
export type SchemeChoice = 'light' | 'dark' | 'auto'

let memory: SchemeChoice = 'auto'

const isChoice = (value: unknown): value is SchemeChoice => value === 'light' || value === 'dark' || value === 'auto'

/** The choice kept on this device. */
export const readChoice = (): SchemeChoice => {
  try {
    const value = localStorage.getItem(KEY)
    return isChoice(value) ? value : 'auto'
  } catch {
    // Storage can be forbidden; then the choice lasts as long as the page.
    return memory
  }
}
const listeners = new Set<() => void>()
const apply = () => {
  const root = document.documentElement
  const choice = root.getAttribute(ONLY_ATTRIBUTE) ?? readChoice()
  const isDark = choice === 'dark' || (choice === 'auto' && matchMedia(DARK_QUERY).matches)
  root.setAttribute(SCHEME_ATTRIBUTE, isDark ? 'dark' : 'light')
  for (const listener of listeners) listener()
}

/** Keeps the choice on this device and shows it at once, in every part of the page and in other tabs. */
export const chooseScheme = (choice: SchemeChoice): void => {
  memory = choice
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // See readChoice.
  }
  apply()
}

/** Calls back whenever the choice or the device's scheme changes. */
export const subscribeScheme = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    addEventListener('storage', onStorage)
    matchMedia(DARK_QUERY).addEventListener('change', apply)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', onStorage)
    matchMedia(DARK_QUERY).removeEventListener('change', apply)
  }
}
const onStorage = (event: StorageEvent) => {
  if (event.key === KEY || event.key === null) apply()
}

/** The choice of this device; `auto` while the page is being taken over from the server. */
export const useSchemeChoice = (): SchemeChoice => useSyncExternalStore(subscribeScheme, readChoice, () => 'auto')
