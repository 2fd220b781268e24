export { cartOf, useCart, useCartActions, useCartCount } from './cart-store.ts'
