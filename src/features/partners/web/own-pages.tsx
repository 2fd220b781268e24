import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { externalPages } from './content/external-pages.tsx'

/** External pages of a partner (ROU-088, ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/external-pages/')(contentList(externalPages))
