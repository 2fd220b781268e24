import type { Api } from '#kernel/client.ts'
import { ADOPTED_KEY, ROLE_KEY } from './role-key.ts'

/** Ends the session and reloads at the sign-in page, so that nothing of it stays in memory (AUT-019). */
export const signOut = async (api: Api): Promise<void> => {
  // Visitors have nothing to clear and never load this.
  const [{ logout }, { clearUnsaved }, { forgetPagesOfOthers }, { giveBackLeases }, { browserTransport }] =
    await Promise.all([
      import('../contract.ts'),
      import('#ui/kept/unsaved-edits.ts'),
      import('#ui/kept/kept-pages.ts'),
      import('#ui/kept/kept-leases.ts'),
      import('#ui/calls/api.tsx'),
    ])
  // What opens without a network goes first, whether or not the browser can delete it.
  await forgetPagesOfOthers(null).catch(() => {})
  await giveBackLeases(browserTransport({ onSessionEnded: () => {} })).catch(() => {})
  await api.call(logout)
  // What a page was keeping meanwhile goes as well; from now on the server gives it nothing to keep.
  await forgetPagesOfOthers(null).catch(() => {})
  try {
    // The next person at this tab must not see what was typed in it, such as an address at checkout.
    sessionStorage.clear()
    clearUnsaved()
  } catch {
    // Without storage nothing was kept.
  }
  // Whom a provider has signed in is signed out there as well.
  location.assign(/(?:^|; )signed_on=1/.test(document.cookie) ? '/sign-on/sign-out' : '/login')
}

/**
 * Chooses the current role, notifies the other tabs, and reloads at the role's landing page (AUT-007, AUT-030,
 * AUT-031).
 */
export const chooseRole = async (api: Api, role: string): Promise<void> => {
  // This tab follows on its own; see RoleWatch.
  sessionStorage.setItem(ADOPTED_KEY, role)
  const contract = await import('../contract.ts')
  const { data } = await api.call(contract.chooseRole, { body: { role } })
  try {
    localStorage.setItem(ROLE_KEY, data.current_role)
  } catch {
    // Without storage the other tabs learn it from the cookie when they become visible.
  }
  location.assign(data.landing_path)
}
