import { createShipment, shippableProducts, updateCourseShipping } from '#features/shipping/contract.ts'
import type { Config } from '#platform/process/config.ts'
import type { App } from '../app.ts'
import { clientOf } from './client.ts'
import type { DemoPortals } from './create-portals.ts'

/** The course that comes with a printed manual. */
const WITH_MANUAL = 'OSHA 10-Hour Construction'

const MANUAL = {
  title: 'OSHA 10-Hour manual, printed',
  weight: 1.2,
  length: 9,
  width: 6,
  height: 0.75,
  value: 18.5,
  category: 'documents',
}

/** A printed manual that is sent with a course, and one that was sent by hand (SHP-009). */
export const loadShipping = async (
  app: App,
  config: Config,
  founded: DemoPortals,
  courses: ReadonlyMap<string, { slug: string }>,
): Promise<void> => {
  const portal = founded.portals.get('core')
  const admin = founded.people.get('petra@example.com')
  const course = courses.get(WITH_MANUAL)
  if (!portal || !admin || !course) throw new Error('Nobody sends manuals')
  const { api } = await clientOf(app, config, { user_id: admin, role: 'portal_admin' }, portal)
  const { data: product } = await api.call(shippableProducts.create, { body: MANUAL })
  await api.call(updateCourseShipping, {
    params: { slug: course.slug },
    body: { option: 'signature', shippable_product_id: product.id, price: 6.95 },
  })
  await api.call(createShipment, {
    body: {
      email: 'lena@example.com',
      shippable_product_id: product.id,
      address: { address: '1144 15th Street', address_2: 'Suite 200', city: 'Denver', state: 'CO', zip_code: '80202' },
    },
  })
}
