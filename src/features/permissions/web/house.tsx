import { createFileRoute } from '@tanstack/react-router'
import { permissionScreen } from './permission-screen.tsx'

export const Route = createFileRoute('/_app/_signed-in/permissions/house')(permissionScreen('house'))
