import { takeRedirect } from './redirect.ts'

type Person = { landing_path: string; second_factor: 'met' | 'due' | 'overdue' }

/**
 * Opens the page that somebody came for, else the landing page of their role (AUT-024). Those who still need a second
 * factor for their role are led to it first (AUT-067).
 */
export const openAfterSignIn = ({ landing_path, second_factor }: Person): void =>
  location.assign(second_factor === 'met' ? (takeRedirect() ?? landing_path) : '/two-factor')
