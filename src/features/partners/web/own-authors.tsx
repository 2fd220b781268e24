import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { partnerAuthors } from './content/authors.tsx'

/** Authors of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/authors/')(contentList(partnerAuthors))
