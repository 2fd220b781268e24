import { createFileRoute } from '@tanstack/react-router'
import { contentList } from '#ui/app/content/content-list.tsx'
import { questions } from './content/questions.tsx'

/** Questions of a partner (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/faq/')(contentList(questions))
