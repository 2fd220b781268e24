export { cartOf, useCartActions, useCartCount } from './cart-store.ts'
