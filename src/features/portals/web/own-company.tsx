import { createFileRoute } from '@tanstack/react-router'
import { CompanyScreen } from './screens/company.tsx'

export const Route = createFileRoute('/_app/_signed-in/portal-settings/company')({ component: CompanyScreen })
