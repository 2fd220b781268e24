export { ImpersonationBanner } from './components/impersonation-banner.tsx'
export { RoleWatch } from './components/role-watch.tsx'
export { impersonate } from './impersonate.ts'
export { chooseRole, signOut } from './sign-out.ts'
