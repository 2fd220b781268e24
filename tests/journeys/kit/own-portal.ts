import { multipart, png } from '../../multipart.ts'
import { API, dataOf, signedIn } from './calls.ts'
import { expect, PASSWORD } from './kit.ts'

/** A portal of a journey alone, set up and open, made by somebody of the platform; answers calls as that person there and at home. */
export const ownPortal = async (email: string, { slug, name }: { slug: string; name: string }) => {
  const office = await signedIn(email, PASSWORD)
  const made = await office('POST', `${API}/portals`, { data: { name, slug, company_name: name } })
  const { id: portal_id } = dataOf<{ id: number }>(made)
  const inside = await signedIn(email, PASSWORD, slug)
  const { payload: data, headers } = await multipart({
    file: { name: 'logo.png', type: 'image/png', bytes: png(96, 32) },
  })
  await inside('POST', `${API}/portal/logo`, { data, headers })
  await inside('PUT', `${API}/portal/settings`, { data: { type: 2 } })
  await office('PUT', `${API}/portals/${portal_id}`, { data: { is_confirmed: true } })
  // A job sets it up; until then its people are led to the settings.
  await expect.poll(async () => dataOf<{ status: string }>(await inside('GET', `${API}/portal`)).status).toBe('active')
  return { portal_id, office, inside }
}
