import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { formatMoney } from '#kernel/format.ts'
import type { PriceTier } from '#kernel/product/prices.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { MoneyField, NumberField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { showCourse, showPrices, updatePrices } from '../../contract.ts'
import { type EditedTier, TiersField } from '../components/tiers-field.tsx'
import styles from '../courses.module.css'

type Prices = Wire<typeof showPrices>['data']

const EMPTY = {
  course_pricings: [] as EditedTier[],
  credit_price: '' as number | '',
  min_credit_price: '' as number | '',
  max_discount: '' as number | '',
}
type Values = typeof EMPTY

const valuesOf = (prices: Prices): Values => ({
  course_pricings: prices.course_pricings.map(({ id, from, price }) => ({ key: String(id), from, price })),
  credit_price: prices.credit_price ?? '',
  min_credit_price: prices.min_credit_price,
  max_discount: prices.max_discount,
})

/** An emptied field is left out, so that the server says at it what is missing. */
const numberOf = (value: number | '') => (value === '' ? undefined : value)

const bodyOf = (values: Values) => ({
  course_pricings: values.course_pricings.map(({ from, price }) => ({
    from: numberOf(from) as number,
    price: numberOf(price) as number,
  })),
  min_credit_price: numberOf(values.min_credit_price),
  max_discount: numberOf(values.max_discount),
  credit_price: values.credit_price === '' ? null : values.credit_price,
})

/** The rows that price something already, as a buyer gets them. */
const tiersOf = (rows: readonly EditedTier[]): PriceTier[] =>
  rows.flatMap(({ from, price }) => (Number(from) >= 1 && price !== '' ? [{ from: Number(from), price }] : []))

/** The price list as the offer of unsaved edits says it. */
const WORDS = {
  course_pricings: (rows: readonly EditedTier[]) =>
    rows.map(({ from, price }) => `From ${from}: ${price === '' ? '–' : formatMoney(price)}`).join('; ') || '–',
}

type CoursePricingScreenProps = { slug: string; buyerView: (tiers: readonly PriceTier[]) => ReactNode }

/** What a course costs: seats by quantity and credits, beside what a buyer sees of it (BLD-020, BLD-061). */
export function CoursePricingScreen({ slug, buyerView }: CoursePricingScreenProps) {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const query = api.query(showPrices, { params: { slug } })
  const { data: prices } = useSuspenseQuery(query).data
  const record = useMemo(() => ({ ...valuesOf(prices), ...versioned(prices) }), [prices])
  return (
    <DetailForm<Values>
      defaults={EMPTY}
      keepAs={`course ${slug} prices`}
      words={WORDS}
      record={record}
      isReadOnly={!can(session, 'pricing.update')}
      save={(_, values, options) => api.call(updatePrices, { params: { slug }, body: bodyOf(values) }, options)}
      onSaved={(answer) => {
        client.setQueryData(query.queryKey, answer as never)
        void client.invalidateQueries({ queryKey: [showCourse.path] })
      }}
    >
      {({ values }) => (
        <>
          <FormSection title="Price list" text="Sell one seat at one price, and larger quantities for less.">
            <Wide>
              <TiersField />
            </Wide>
          </FormSection>
          <FormSection title="What a buyer sees" text="It changes as you type.">
            <Wide>
              <section aria-label="What a buyer sees" className={styles.buyer}>
                {buyerView(tiersOf(values.course_pricings))}
              </section>
            </Wide>
          </FormSection>
          <FormSection title="Credits" text="What organizations pay when they buy credits for this course.">
            <MoneyField
              name="credit_price"
              label="Price of a credit"
              description="Leave it empty to charge the minimum price."
              clampBehavior="none"
            />
            <MoneyField
              name="min_credit_price"
              label="Minimum price of a credit"
              description="Nobody pays less the first time."
              clampBehavior="none"
            />
            <NumberField
              name="max_discount"
              label="Discount for returning buyers"
              description="Taken off the minimum price when they buy this course again."
              suffix="%"
              min={0}
              max={100}
              allowDecimal={false}
              clampBehavior="none"
            />
          </FormSection>
        </>
      )}
    </DetailForm>
  )
}
