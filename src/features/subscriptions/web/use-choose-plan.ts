import { useRouter } from '@tanstack/react-router'
import { reportCart, useCartActions } from '#features/cart/web/public.ts'
import { centsOf } from '#kernel/product/prices.ts'

type ChosenPlan = { id: number; name: string; monthly_price: number; annual_price: number }

/** Puts a plan into the cart, which has room for one, and continues to its checkout (CRT-003, CRT-018, CRT-019). */
export const useChoosePlan = () => {
  const cart = useCartActions()
  const router = useRouter()
  return (plan: ChosenPlan, type: 'monthly' | 'annual'): void => {
    cart.add({ kind: 'subscription', id: plan.id, type })
    const unit_cents = centsOf(type === 'annual' ? plan.annual_price : plan.monthly_price)
    reportCart('add_to_cart', [{ kind: 'subscription', id: plan.id, title: plan.name, quantity: 1, unit_cents }])
    void router.navigate({ href: '/checkout/subscription' })
  }
}
