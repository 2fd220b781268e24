import { useEffect } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import { ADOPTED_KEY, ROLE_KEY } from '../role-key.ts'

const roleInCookie = () => /(?:^|; )current_role=([^;]*)/.exec(document.cookie)?.[1]

/**
 * When the role is changed in another tab, this tab adopts it and goes to the dashboard (AUT-030); also when it was
 * changed before this script was there.
 */
export function RoleWatch() {
  const { viewer } = useSession()
  const role = viewer?.current_role
  useEffect(() => {
    if (!role) return
    const adopt = () => location.assign('/dashboard')
    const onStorage = (event: StorageEvent) => {
      if (event.key === ROLE_KEY && event.newValue && event.newValue !== role) adopt()
    }
    const onVisible = () => {
      const chosen = roleInCookie()
      if (
        document.visibilityState === 'visible' &&
        chosen &&
        chosen !== role &&
        viewer.roles.some((role) => role === chosen) &&
        sessionStorage.getItem(ADOPTED_KEY) !== chosen
      ) {
        sessionStorage.setItem(ADOPTED_KEY, chosen)
        adopt()
      }
    }
    if (roleInCookie() === role) sessionStorage.removeItem(ADOPTED_KEY)
    onVisible()
    window.addEventListener('storage', onStorage)
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      window.removeEventListener('storage', onStorage)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [role, viewer])
  return null
}
