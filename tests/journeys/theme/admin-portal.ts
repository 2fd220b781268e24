import { API } from '../kit/calls.ts'
import { ownPortal } from '../kit/own-portal.ts'
import { markOf, type PersonKind, personOf } from '../kit/people.ts'
import { subscribe } from './subscribe.ts'

type Try = Parameters<typeof personOf>[0]
type Made = { name: string; maker: PersonKind; admin: PersonKind }

/** An open portal with a complete site and an admin of its own, as its founder and the platform left it. */
export const adminPortal = async (info: Try, { name, maker, admin }: Made) => {
  const slug = `${name.toLowerCase()}-${markOf(info)}`
  const { portal_id, office, inside } = await ownPortal(personOf(info, maker).email, { slug, name: `${name} Training` })
  await subscribe(office, portal_id)
  const { email, first_name, last_name } = personOf(info, admin)
  await office('POST', `${API}/users`, {
    data: { email, first_name, last_name, role_ids: ['portal_admin'], portal_id },
  })
  await inside('PUT', `${API}/portal/settings`, { data: { is_marketable: true, has_course_catalog: true } })
  await inside('POST', `${API}/portal/starting-point`, { data: { key: 'trades' } })
  return { slug, email, inside }
}
