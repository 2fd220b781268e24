// Managers who invite people to a course, and the links in their e-mails.
import { invite } from '../../src/features/invitations/contract.ts'
import { showManagerCourse } from '../../src/features/managers/contract.ts'
import type { TestApp, TestPerson } from '../api.ts'
import { handingOut } from '../handing-out.ts'
import { signingIn } from '../signing-in.ts'

export const NEW_PASSWORD = 'Ladder-2031!'
/** The data with which a person without an account accepts. */
export const NEW_PERSON = {
  password: NEW_PASSWORD,
  password_confirmation: NEW_PASSWORD,
  first_name: 'Omar',
  last_name: 'Haddad',
}

let counter = 0
export const freshEmail = () => `invited-${++counter}-${Date.now()}@example.com`

/** What invitation tests use: a school whose manager has credits, invitations, and the tokens in their e-mails. */
export const inviting = (t: TestApp) => {
  const kit = handingOut(t)
  const { linksTo, ...signing } = signingIn(t)
  const withCredits = async (credits = 5) => {
    const school = await kit.school()
    await kit.give(school.admin, school.course.slug, credits, school.manager.id)
    return school
  }
  const send = (who: TestPerson, slug: string, ...emails: string[]) =>
    t.as(who).call(invite, { params: { slug }, body: { emails } })
  const creditsOf = async (manager: TestPerson, slug: string) => {
    const { data } = await t.as(manager).call(showManagerCourse, { params: { slug }, query: {} })
    return [data.remaining, data.distributed, data.used]
  }
  /** The tokens in the e-mails to an address, newest first, once the jobs have written them. */
  const tokensOf = async (email: string): Promise<string[]> => [...new Set(await linksTo(email))]
  const tokenOf = async (email: string): Promise<string> => (await tokensOf(email))[0] ?? ''
  const statusOf = (id: number) =>
    t.platform((tx) =>
      tx.selectFrom('invitations').select(['status', 'failure']).where('id', '=', id).executeTakeFirstOrThrow(),
    )
  const invitedBy = async (credits = 5) => {
    const school = await withCredits(credits)
    const email = freshEmail()
    const { data } = await send(school.manager, school.course.slug, email)
    const id = data.invited[0]?.id ?? 0
    return { ...school, email, id, token: await tokenOf(email) }
  }
  return { ...kit, ...signing, linksTo, withCredits, send, creditsOf, tokensOf, tokenOf, statusOf, invitedBy }
}
