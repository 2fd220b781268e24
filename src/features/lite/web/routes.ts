import type { GuardName } from '#kernel/access/guards.ts'
import { PUBLIC_GUARDS, SIGNED_IN_GUARDS } from '#kernel/access/guards.ts'
import type { LitePage } from '../rules/addresses.ts'
import type { LiteHandler } from './lite-request.ts'
import { full, role, signOut, switchVersion } from './pages/account.ts'
import { certificates } from './pages/certificates.ts'
import { course, newestCourse } from './pages/course.ts'
import { courses } from './pages/courses.ts'
import { exam } from './pages/exam.ts'
import { item } from './pages/item.ts'
import { badge, badgeStart, secondStep, signIn } from './pages/sign-in.ts'

type LiteRoute = { handler: LiteHandler; guards: readonly GuardName[] }

const guest = (handler: LiteHandler): LiteRoute => ({ handler, guards: [...PUBLIC_GUARDS, 'guest'] })
const learner = (handler: LiteHandler): LiteRoute => ({ handler, guards: [...SIGNED_IN_GUARDS, 'learner'] })
const anyone = (handler: LiteHandler): LiteRoute => ({ handler, guards: [] })

/** What answers each address of the lite version, behind the guards of the full one (ROU-101 to ROU-122). */
export const LITE_ROUTES: Readonly<Record<LitePage, LiteRoute>> = {
  '/lite': learner(courses),
  '/lite/certificates': learner(certificates),
  '/lite/sign-in': guest(signIn),
  '/lite/second-step': guest(secondStep),
  '/lite/badge': guest(badge),
  '/lite/badge/start': guest(badgeStart),
  '/lite/role': { handler: role, guards: ['auth'] },
  '/lite/sign-out': { handler: signOut, guards: ['auth'] },
  '/lite/courses/:slug': learner(newestCourse),
  '/lite/courses/:slug/:relatedId': learner(course),
  '/lite/courses/:slug/:relatedId/items/:itemType/:itemId': learner(item),
  '/lite/courses/:slug/:relatedId/exams/:examId': learner(exam),
  '/lite/full': anyone(full),
  '/lite/switch': anyone(switchVersion),
}
