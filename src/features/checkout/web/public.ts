export { cartOf, useCart, useCartActions, useCartCount } from '#features/cart/web/public.ts'
