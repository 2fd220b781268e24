export { PermissionsFrame } from './components/permissions-frame.tsx'
