import { describe, expect, test } from 'vitest'
import { readPdf } from '#platform/pdf/pdf-testing.ts'
import { type InvoiceOrder, type InvoicePortal, renderInvoice } from './invoice-document.ts'

const portal: InvoicePortal = {
  time_zone: 'America/New_York',
  name: 'Harbor Safety Institute',
  logo: null,
  primary_color: '#0f766e',
  address_lines: ['120 Pier Avenue', 'Portland, OR 97201'],
  support_email: 'help@harbor.example.com',
  support_phone: '5551234567',
  website: 'https://harbor.example.com/',
}
const order: InvoiceOrder = {
  number: 'HAR-100234',
  invoice_number: 'INV-2031-000123',
  status: 'completed',
  created_at: new Date('2031-05-01T10:00:00Z'),
  paid_at: new Date('2031-05-02T10:00:00Z'),
  payment_reference: 'pi_3Qa81xLkd92',
  items: [
    { title: 'Working at Height', courses: [], quantity: 12, unit_price_cents: 9990, total_cents: 119_880 },
    { title: 'Ladders', courses: [], quantity: 1, unit_price_cents: 1999, total_cents: 1999 },
  ],
  tax_cents: 500,
  total_cents: 122_379,
  refunded_total_cents: 0,
  buyer: { name: 'Zoë Łukasiewicz', email: 'zoe@example.com', address_lines: ['44 Birch Street', 'Salem, OR 97301'] },
}

const linesOf = async (change: Partial<InvoiceOrder> = {}) => {
  const { texts } = readPdf((await renderInvoice({ ...order, ...change }, portal)).pdf)
  // A line is drawn in several runs if digits and letters alternate.
  return texts.map((text) => text.replace(/ \n/g, ' ').split('\n').filter(Boolean))
}

describe('the invoice as a PDF', () => {
  test('shows seller, buyer, number, dates, items, tax, total and payment (ORD-015, ORD-002, UIX-018, UIX-021)', async () => {
    const [lines = []] = await linesOf()
    for (const line of [
      'Invoice',
      'INV-2031-000123',
      'Harbor Safety Institute',
      '120 Pier Avenue',
      'help@harbor.example.com',
      '+1-555-123-4567',
      'harbor.example.com',
      'Zoë Łukasiewicz',
      'Salem, OR 97301',
      'zoe@example.com',
      'Order HAR-100234',
      'Date May 1 2031',
      'Paid May 2 2031',
      'pi_3Qa81xLkd92',
    ])
      expect(lines).toContain(line)
    const from = lines.indexOf('Working at Height')
    expect(lines.slice(from)).toEqual([
      ...['Working at Height', '12', '$99.90', '$1,198.80'],
      ...['Ladders', '1', '$19.99', '$19.99'],
      ...['Subtotal', '$1,218.79', 'Sales tax', '$5.00', 'Total (USD)', '$1,223.79'],
      ...['Harbor Safety Institute · Invoice INV-2031-000123', 'Page 1 of 1'],
    ])
  })

  test.each([
    ['completed', 0, 'Paid'],
    ['completed', 1999, 'Partly refunded'],
    ['refunded', 122_379, 'Refunded'],
    ['cancelled', 0, 'Canceled'],
    ['pending', 0, 'Not paid yet'],
  ] as const)(
    'an order that is %s with %i cents refunded is stamped "%s" (ORD-007, ORD-022)',
    async (status, refunded, word) => {
      const [lines = []] = await linesOf({ status, refunded_total_cents: refunded })
      expect(lines.slice(0, 5)).toContain(word)
    },
  )

  test('a refund is subtracted from the total (ORD-022)', async () => {
    const [lines = []] = await linesOf({ refunded_total_cents: 1999 })
    expect(lines.slice(lines.indexOf('Total (USD)'), -2)).toEqual([
      ...['Total (USD)', '$1,223.79', 'Refunded', '-$19.99', 'Paid after refunds', '$1,203.80'],
    ])
  })

  test('without tax there is no subtotal', async () => {
    const [lines = []] = await linesOf({ tax_cents: 0 })
    expect(lines).not.toContain('Subtotal')
    expect(lines).not.toContain('Sales tax')
  })

  test('a bundle is followed by a list of its courses (ORD-049)', async () => {
    const bundle = { title: 'Site Starter Kit', quantity: 3, unit_price_cents: 10_900, total_cents: 32_700 }
    const [lines = []] = await linesOf({
      items: [{ ...bundle, courses: ['OSHA 10-Hour', 'Ladder Safety'] }, ...order.items],
    })
    const from = lines.indexOf('Site Starter Kit')
    expect(lines.slice(from, from + 7)).toEqual([
      ...['Site Starter Kit', '3', '$109.00', '$327.00', 'OSHA 10-Hour', 'Ladder Safety'],
      'Working at Height',
    ])
  })

  test.each([
    ...[1, 20, 26, 27, 28, 29, 30, 90].map((count) => [1, count] as const),
    ...[19, 20, 21, 22, 23, 24, 25].map((before) => [before, 3] as const),
  ])(
    'after one of %i courses a bundle of %i goes on over pages, never its name or the sums alone (ORD-049)',
    async (before, count) => {
      const price = { quantity: 1, unit_price_cents: 100, total_cents: 100 }
      const numbered = (word: string, length: number) => Array.from({ length }, (_, index) => `${word} ${index + 1}`)
      const courses = numbered('Course', count)
      const pages = await linesOf({
        items: [
          { title: 'Some of them', courses: numbered('Other', before), ...price },
          { title: 'All of them', courses, ...price },
        ],
      })
      expect(pages.flatMap((lines) => lines.filter((line) => line.startsWith('Course ')))).toEqual(courses)
      for (const lines of pages) expect(lines.some((line) => /^(Course|Other) /.test(line))).toBe(true)
      expect(pages.find((lines) => lines.includes('All of them'))).toContain('Course 1')
    },
  )

  test('many items continue across pages, each with the column headings and its page number', async () => {
    const items = Array.from({ length: 90 }, (_, index) => ({
      title: `Course ${index + 1}${index % 9 ? '' : ` ${'with a long title '.repeat(8)}`}`.trim(),
      courses: [],
      quantity: 1,
      unit_price_cents: 100,
      total_cents: 100,
    }))
    const pages = await linesOf({ items })
    expect(pages.length).toBeGreaterThan(3)
    for (const [index, lines] of pages.entries()) {
      for (const head of ['Item', 'Quantity', 'Unit price', 'Amount']) expect(lines).toContain(head)
      expect(lines.at(-1)).toBe(`Page ${index + 1} of ${pages.length}`)
    }
    const numbers = pages.flatMap((lines) => lines.flatMap((line) => /^Course (\d+)\b/.exec(line)?.[1] ?? []))
    expect(numbers.map(Number)).toEqual(items.map((_, index) => index + 1))
    expect(pages.at(-1)).toContain('Course 90')
    expect(pages.at(-1)).toContain('Total (USD)')
  })

  test.each([22, 23, 24, 25, 26, 27])('with %i items, no page has only the totals', async (count) => {
    const items = Array.from({ length: count }, (_, index) => ({
      title: `Course ${index + 1}`,
      courses: [],
      quantity: 1,
      unit_price_cents: 100,
      total_cents: 100,
    }))
    for (const lines of await linesOf({ items })) expect(lines.some((line) => line.startsWith('Course '))).toBe(true)
  })

  test('a reference is never broken, a long e-mail address only before its domain (ORD-015)', async () => {
    const local = 'accounts.payable.northwest'
    const email = `${local}@granite-ridge.example.com`
    const reference = `cs_${'x1Y2'.repeat(16)}`
    const [lines = []] = await linesOf({ buyer: { ...order.buyer, email }, payment_reference: reference })
    expect(lines).toContain(`${local}@`)
    expect(lines).toContain('granite-ridge.example.com')
    expect(lines).toContain(reference)
    const short = 'accounts.payable@granite.example.com'
    expect((await linesOf({ buyer: { ...order.buyer, email: short } }))[0]).toContain(short)
  })

  test('an address that is still too long breaks at its dots and hyphens, and stays legible (ORD-015)', async () => {
    const domain = 'granite-ridge-constructors-and-partners-of-colorado.example.com'
    const [lines = []] = await linesOf({ buyer: { ...order.buyer, email: `accounts@${domain}` } })
    const [first = '', second = ''] = lines.slice(lines.indexOf('accounts@') + 1)
    expect(first + second).toBe(domain)
    expect(first).toMatch(/[.-]$/)
  })

  test('a long name in place of a logo is set in lines that do not overlap (ORD-015)', async () => {
    const name = 'The Institute for Occupational Safety, Continuing Education and Compliance of the Upper Midwest'
    const [drawing = ''] = readPdf((await renderInvoice(order, { ...portal, name })).pdf).drawings
    const baselines = [...drawing.matchAll(/^1 0 0 1 \S+ (\S+) Tm\n\/F\d+ 16 Tf$/gm)].map(([, y]) => Number(y))
    expect(baselines.length).toBeGreaterThan(2)
    for (const [index, y] of baselines.slice(1).entries())
      expect((baselines[index] ?? 0) - y).toBeGreaterThanOrEqual(18)
  })

  test('the same order gives the same bytes, and another order different ones', async () => {
    const one = await renderInvoice(order, portal)
    expect((await renderInvoice({ ...order }, { ...portal })).sha256).toBe(one.sha256)
    expect((await renderInvoice({ ...order, refunded_total_cents: 1 }, portal)).sha256).not.toBe(one.sha256)
    expect(readPdf(one.pdf).info).toMatchObject({
      Title: 'Invoice INV-2031-000123',
      Author: 'Harbor Safety Institute',
      CreationDate: 'D:20310502100000Z',
    })
  })
})
