import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { authors } from '../content/authors.tsx'

/** The authors of the portal (ROU-091, ROL-041). */
export const Route = createFileRoute('/_app/_signed-in/portals/authors/')(contentList(authors))
