import { Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { quantityIn, useCartActions } from '#features/cart/web/public.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { IconShoppingCart } from '#ui/icons.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import type { Forecast, ForecastCourse } from '../queries.ts'
import styles from '../screens/recertification.module.css'

const seats = (count: number) => (count === 1 ? '1 seat' : `${count} seats`)
const credits = (count: number) => (count === 1 ? '1 credit' : `${count} credits`)
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const LONG_MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const dateOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

type PartProps = { forecast: Forecast; teamId: number | null }

/** The seats of the next twelve months by course, with what is to be bought (CMP-038, CMP-039). */
export function ForecastPart({ forecast, teamId }: PartProps) {
  const navigate = useNavigate()
  const cart = useCartActions()
  const { courses, teams, months, general_credits: general } = forecast
  const buyable = courses.filter(({ is_for_sale, to_buy }) => is_for_sale && to_buy > 0)
  const total = buyable.reduce((sum, { to_buy }) => sum + to_buy, 0)
  const addToCart = () => {
    for (const { id, slug, to_buy: quantity } of buyable) {
      const line = { kind: 'course' as const, id, slug, quantity }
      const known = quantityIn(cart.get(), line)
      if (known === 0) cart.add(line)
      else cart.setQuantity(line, Math.max(known, quantity))
    }
    void navigate({ href: '/cart' })
  }
  return (
    <section className={styles.part} aria-labelledby="forecast">
      <div className={styles.head}>
        <div>
          <h2 id="forecast">Seats for the next 12 months</h2>
          <p className={styles.note}>
            Training that expires or is missing, minus the credits in stock.
            {general > 0 && ` ${credits(general)} for any course ${general === 1 ? 'is' : 'are'} counted once.`}
          </p>
        </div>
        {total > 0 && (
          <Button icon={IconShoppingCart} onClick={addToCart}>
            Add {seats(total)} to cart
          </Button>
        )}
      </div>
      {(teams.length > 1 || teamId !== null) && (
        <Select
          label="Team"
          placeholder="All teams"
          data={teams}
          value={teamId === null ? null : String(teamId)}
          onChange={(team) => void navigate({ href: `/admin/recertification${team ? `?team=${team}` : ''}` })}
          openOnFocus={false}
          searchable
          clearable
          maw={320}
        />
      )}
      {courses.length === 0 ? (
        <EmptyState
          title="No seats needed"
          text="No training expires in the next 12 months, and nobody is missing any."
        />
      ) : (
        <Rows label="Seats by course">
          {courses.map((course) => (
            <CourseRow key={course.id} course={course} months={months} />
          ))}
        </Rows>
      )}
    </section>
  )
}

const stockText = ({ seats: needed, in_stock: stock, to_buy: missing, is_for_sale }: ForecastCourse): string => {
  const text = `${seats(needed)} needed, ${credits(stock)} in stock, ${missing} to buy`
  return missing > 0 && !is_for_sale ? `${text}. This course is not for sale here.` : text
}

function CourseRow({ course, months }: { course: ForecastCourse; months: readonly string[] }) {
  return (
    <Row
      title={<strong>{course.title}</strong>}
      note={
        <>
          {stockText(course)}
          <ul className={styles.months} aria-label={`Seats for ${course.title} by month`}>
            {months.map((month, at) => {
              const count = course.by_month[at] ?? 0
              return (
                <li key={month} data-empty={count === 0 || undefined}>
                  <span title={LONG_MONTH.format(dateOf(month))}>{MONTH.format(dateOf(month))}</span>
                  <strong>{count}</strong>
                </li>
              )
            })}
          </ul>
          <details className={styles.teams}>
            <summary>By team</summary>
            <ul>
              {course.teams.map(({ id, name, seats: needed }) => (
                <li key={id ?? 0}>
                  {name}: {seats(needed)}
                </li>
              ))}
            </ul>
          </details>
        </>
      }
    />
  )
}
