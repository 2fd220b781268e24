export { NotificationBell } from './components/bell.tsx'
