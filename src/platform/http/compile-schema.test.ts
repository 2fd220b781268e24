import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { compileSchema } from './compile-schema.ts'

/** Every kind of schema that contains others, objects with checks, and one that contains itself. */
const schemaOf = () => {
  const Person = z.object({ name: z.string(), born: z.nullable(time), pays: z.optional(money) })
  const Part = z.object({
    title: z.string(),
    get parts(): z.ZodMiniArray<z.ZodMiniObject> {
      return z.array(Part as never)
    },
  })
  return z.object({
    person: Person,
    people: z.array(Person),
    by_name: z.record(z.string(), Person),
    pair: z.tuple([Person, z.number()]),
    either: z.union([z.object({ a: z.string() }), z.object({ b: z.number() })]),
    kind: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('x'), x: Person }),
      z.object({ kind: z.literal('y'), y: z.int() }),
    ]),
    level: z._default(z.int(), 3),
    strict: z.strictObject({ only: z.boolean() }),
    loose: z.looseObject({ known: z.string() }),
    range: z.object({ from: z.int(), to: z.int() }).check(z.refine(({ from, to }) => from <= to)),
    part: z.lazy(() => Part),
  })
}

const person = { name: 'Ada', born: '1990-05-01T00:00:00Z', pays: 12.5 }
const VALID = {
  person,
  people: [person, { ...person, born: null }],
  by_name: { ada: person },
  pair: [person, 1],
  either: { b: 2 },
  kind: { kind: 'x', x: person },
  strict: { only: true },
  loose: { known: 'a', other: 1 },
  range: { from: 1, to: 2 },
  part: { title: 'One', parts: [{ title: 'Two', parts: [] }] },
}

const plain = schemaOf()
const compiled = schemaOf()
compileSchema(compiled)

const outcome = (result: { success: boolean; data?: unknown; error?: { issues: unknown } }) =>
  result.success ? { data: result.data } : { issues: result.error?.issues }

/** The value with one part replaced, removed or extended. */
const spoiled = fc
  .record({ path: fc.array(fc.nat(20), { maxLength: 4 }), by: fc.oneof(fc.jsonValue(), fc.constant(undefined)) })
  .map(({ path, by }) => {
    const value = structuredClone(VALID) as Record<string, unknown>
    let inside = value
    for (const [at, step] of path.entries()) {
      const names = Object.keys(inside)
      const name = names[step % (names.length + 1)] ?? 'extra'
      const next = inside[name]
      if (at === path.length - 1 || typeof next !== 'object' || next === null) {
        if (by === undefined) delete inside[name]
        else inside[name] = by
        break
      }
      inside = next as Record<string, unknown>
    }
    return value
  })

test('a compiled schema accepts and refuses the same as before, with the same messages (VAL-007)', () => {
  expect(outcome(z.safeDecode(compiled, VALID as never))).toHaveProperty('data')
  fc.assert(
    fc.property(spoiled, (value) => {
      expect(outcome(z.safeDecode(compiled, value as never))).toEqual(outcome(z.safeDecode(plain, value as never)))
    }),
    { numRuns: 2000 },
  )
})

test('a compiled schema returns the same as before', () => {
  const inside = z.decode(plain, VALID as never)
  expect(z.encode(compiled, inside)).toEqual(z.encode(plain, inside))
  expect(JSON.stringify(z.encode(compiled, inside))).toBe(JSON.stringify(z.encode(plain, inside)))
})

test('every nested object is compiled, even one that is reached twice or contains itself', () => {
  const objects = new Set<z.core.$ZodType>()
  const visit = (schema: z.core.$ZodType) => {
    if (objects.has(schema)) return
    objects.add(schema)
    if (schema._zod.def.type === 'object') expect(schema._zod.traits.has('$ZodObjectJIT')).toBe(true)
    JSON.stringify(schema._zod.def, (_key, value) => (value?._zod ? visit(value) : value))
  }
  visit(compiled)
  expect(objects.size).toBeGreaterThan(12)
})
