import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { promoButtons } from './promo-buttons.tsx'

/** The buttons that several pages show (ROU-011, ROU-091, ROL-041). */
export const Route = createFileRoute('/_app/_signed-in/portals/promo-buttons/')(contentList(promoButtons))
