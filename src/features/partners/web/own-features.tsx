import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { partnerFeatures } from './content/features.tsx'

/** Features of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/features/')(contentList(partnerFeatures))
