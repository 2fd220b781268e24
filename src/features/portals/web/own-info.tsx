import { createFileRoute } from '@tanstack/react-router'
import { InfoScreen } from './screens/info.tsx'

export const Route = createFileRoute('/_app/_signed-in/portal-settings/info')({ component: InfoScreen })
