import { type CartLine, type ItemKind, reportCart, sumOf, useCartActions } from '#features/cart/web/public.ts'
import { formatCents } from '#kernel/format.ts'
import { useSession } from '#ui/calls/api.tsx'
import { IconTrash } from '#ui/icons.tsx'
import { IconButton, LinkButton } from '#ui/public/parts/button.tsx'
import { Total } from '#ui/public/products/price.tsx'
import { priceOf } from '../prices.ts'
import styles from '../screens/cart.module.css'
import type { CartEntry } from '../use-cart-content.ts'
import { useQuote } from '../use-quote.ts'
import { CartRow } from './cart-row.tsx'

const KINDS = ['course', 'bundle'] as const satisfies ItemKind[]
const WORDS = { course: 'Courses', bundle: 'Bundles' }

type PlanLine = Extract<CartLine, { kind: 'subscription' }>

/** What lies in the cart, and what it comes to (CRT-022). */
export function CartLines({ entries, plan }: { entries: CartEntry[]; plan: PlanLine | undefined }) {
  const actions = useCartActions()
  return (
    <div className={styles.columns}>
      <div className={styles.lists}>
        {KINDS.map((kind) => (
          <KindList key={kind} kind={kind} entries={entries.filter((entry) => entry.kind === kind)} />
        ))}
        {plan && (
          <section className={styles.list} aria-labelledby="cart-subscription">
            <h2 id="cart-subscription">Subscription</h2>
            <div className={styles.plan}>
              <span>Subscription plan, {plan.type === 'annual' ? 'billed annually' : 'billed monthly'}</span>
              <LinkButton size="sm" href="/checkout/subscription">
                Check out
              </LinkButton>
              <IconButton
                icon={IconTrash}
                label="Remove the subscription"
                size="sm"
                onClick={() => actions.remove([plan])}
              />
            </div>
          </section>
        )}
      </div>
      {entries.length > 0 && <Summary entries={entries} />}
    </div>
  )
}

function KindList({ kind, entries }: { kind: ItemKind; entries: CartEntry[] }) {
  const actions = useCartActions()
  if (entries.length === 0) return null
  const remove = (entry: CartEntry) => {
    const { line, record } = entry
    actions.remove([line])
    reportCart('remove_from_cart', [
      { kind, id: line.id, title: record.title, quantity: line.quantity, unit_cents: priceOf(entry)?.unit_cents ?? 0 },
    ])
  }
  return (
    <section className={styles.list} aria-labelledby={`cart-${kind}`}>
      <h2 id={`cart-${kind}`}>{WORDS[kind]}</h2>
      <ul className={styles.rows}>
        {entries.map((entry) => (
          <li key={entry.line.id}>
            <CartRow
              entry={entry}
              // No quantity at all is another way to remove it (CRT-007).
              onQuantity={(quantity) => (quantity === 0 ? remove(entry) : actions.setQuantity(entry.line, quantity))}
              onRemove={() => remove(entry)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The sums, one for each kind, because each is paid on its own. */
function Summary({ entries }: { entries: CartEntry[] }) {
  const kinds = KINDS.filter((kind) => entries.some((entry) => entry.kind === kind))
  const { setting } = useSession().portal
  const small = [
    kinds.length > 1 && 'You pay for courses and bundles separately.',
    setting.is_sales_tax_on && 'Sales tax is added on the payment page.',
  ].filter(Boolean)
  return (
    <aside className={styles.summary} aria-label="Summary">
      {kinds.map((kind, at) => (
        <KindSum
          key={kind}
          kind={kind}
          entries={entries.filter((entry) => entry.kind === kind)}
          isFirst={at === 0}
          isOnly={kinds.length === 1}
        />
      ))}
      {small.length > 0 && <p className={styles.small}>{small.join(' ')}</p>}
    </aside>
  )
}

type KindSumProps = { kind: ItemKind; entries: CartEntry[]; isFirst: boolean; isOnly: boolean }

/** What one kind comes to, with what sending it costs. */
function KindSum({ kind, entries, isFirst, isOnly }: KindSumProps) {
  const { total_cents: total, shipping } = useQuote(kind, entries)
  const seats = entries.reduce((sum, { line }) => sum + line.quantity, 0)
  const sending = sumOf(shipping)
  return (
    <div className={styles.sum}>
      <p>
        <span>
          {isOnly ? 'Total' : WORDS[kind]}
          <small>{seats === 1 ? '1 seat' : `${seats} seats`}</small>
        </span>
        <Total>{total === 0 ? 'Free' : formatCents(total)}</Total>
        {sending > 0 && <small>with {formatCents(sending)} shipping</small>}
      </p>
      <LinkButton isBlock size="lg" variant={isFirst ? 'primary' : 'outline'} href={`/checkout/${kind}`}>
        {isOnly ? 'Check out' : `Check out ${WORDS[kind].toLowerCase()}`}
      </LinkButton>
    </div>
  )
}
