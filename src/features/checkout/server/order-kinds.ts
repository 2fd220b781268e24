import type { OrderKind } from '#features/orders/server/api.ts'
import { recallShipment, tellRecalled } from '#features/shipping/server/api.ts'
import { fulfilCourses, fulfilCredits } from './actions/fulfil.ts'
import { quoteBundles, quoteCourseCredits, quoteCourses, quoteReenrollment } from './quotes.ts'

const SHIPPED = { fulfil: fulfilCourses, end: recallShipment, resume: tellRecalled } satisfies OrderKind

export const courseOrders: OrderKind = { ...SHIPPED, quote: quoteCourses }
export const bundleOrders: OrderKind = { ...SHIPPED, quote: quoteBundles }
export const reenrollOrders: OrderKind = { ...SHIPPED, quote: quoteReenrollment }
export const courseCreditOrders: OrderKind = { quote: quoteCourseCredits, fulfil: fulfilCredits }
