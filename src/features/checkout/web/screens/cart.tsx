import { type ItemKind, reportCart, sumOf, useCartActions } from '#features/cart/web/public.ts'
import { formatCents } from '#kernel/format.ts'
import { IconShoppingCart, IconTrash } from '#ui/icons.tsx'
import { Alert } from '#ui/public/alert.tsx'
import { Button, IconButton, LinkButton } from '#ui/public/button.tsx'
import { EmptyState } from '#ui/public/empty-state.tsx'
import { Container } from '#ui/public/layout.tsx'
import { LoadingNote } from '#ui/public/skeleton.tsx'
import { CartRow, CartRowSkeleton } from '../components/cart-row.tsx'
import { priceOf } from '../prices.ts'
import { type CartEntry, useCartContent } from '../use-cart-content.ts'
import styles from './cart.module.css'

const KINDS = ['course', 'bundle'] as const satisfies ItemKind[]
const WORDS = { course: 'Courses', bundle: 'Bundles' }

/** What one is about to buy. Courses and bundles are checked out each on their own (CRT-022). */
export function CartScreen() {
  const { cart, entries, isLoading, error, again } = useCartContent(KINDS)
  const actions = useCartActions()
  const plan = cart.find((line) => line.kind === 'subscription')
  const isEmpty = !isLoading && !error && entries.length === 0 && !plan
  return (
    <Container className={styles.page}>
      <h1>Cart</h1>
      {isLoading && <Loading />}
      {error !== null && (
        <Alert
          tone="danger"
          isLive
          title="The cart could not be read"
          action={
            <Button size="sm" variant="outline" onClick={again}>
              Try again
            </Button>
          }
        >
          Nothing is lost: what you chose is still in it.
        </Alert>
      )}
      {isEmpty && (
        <EmptyState
          icon={IconShoppingCart}
          title="Your cart is empty"
          text="Courses and bundles that you add wait for you here."
          action={
            <>
              <LinkButton href="/course">Browse courses</LinkButton>
              <LinkButton href="/bundles" variant="outline">
                See bundles
              </LinkButton>
            </>
          }
        />
      )}
      {(entries.length > 0 || plan) && (
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
      )}
    </Container>
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
              onQuantity={(quantity) => actions.setQuantity(entry.line, quantity)}
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
  return (
    <aside className={styles.summary} aria-label="Summary">
      {kinds.map((kind, at) => {
        const own = entries.filter((entry) => entry.kind === kind)
        const seats = own.reduce((sum, { line }) => sum + line.quantity, 0)
        const total = sumOf(own.map(priceOf))
        return (
          <div key={kind} className={styles.sum}>
            <p>
              <span>
                {kinds.length > 1 ? WORDS[kind] : 'Total'}
                <small>{seats === 1 ? '1 seat' : `${seats} seats`}</small>
              </span>
              <strong>{total === 0 ? 'Free' : formatCents(total)}</strong>
            </p>
            <LinkButton isBlock size="lg" variant={at === 0 ? 'primary' : 'outline'} href={`/checkout/${kind}`}>
              {kinds.length > 1 ? `Check out ${WORDS[kind].toLowerCase()}` : 'Check out'}
            </LinkButton>
          </div>
        )
      })}
      <p className={styles.small}>
        {kinds.length > 1 && 'Courses and bundles are paid one after the other. '}
        Sales tax, where it applies, is added on the payment page.
      </p>
    </aside>
  )
}

function Loading() {
  return (
    <div className={styles.columns}>
      <LoadingNote text="Loading the cart" />
      <div className={styles.lists}>
        <CartRowSkeleton />
        <CartRowSkeleton />
      </div>
    </div>
  )
}
