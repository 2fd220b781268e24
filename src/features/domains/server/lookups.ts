import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import type { Answer } from '../rules/record.ts'

export type Lookups = {
  txt: (name: string) => Promise<Answer>
  cname: (name: string) => Promise<Answer>
  addresses: (name: string) => Promise<Answer>
  caa: (name: string) => Promise<Answer>
}

/** These say that there is no such record; every other error says that nobody could tell. */
const NOTHING = ['ENODATA', 'ENOTFOUND']

const answered = async (asked: Promise<string[]>): Promise<Answer> => {
  try {
    return { values: await asked, is_answered: true }
  } catch (error) {
    return { values: [], is_answered: NOTHING.includes((error as NodeJS.ErrnoException).code ?? '') }
  }
}

const caaText = ({ critical, ...tags }: { critical: number } & Record<string, unknown>): string =>
  Object.entries(tags)
    .filter(([name]) => name !== 'type')
    .map(([name, value]) => `${critical} ${name} "${value}"`)
    .join('')

/** Looks names up at these servers, else at those of the machine. Made for each check, so that nothing is remembered. */
export const createLookups = (servers: readonly string[] | undefined): Lookups => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  const plain = (name: string) => domainToASCII(name.toLowerCase().replace(/\.$/, ''))
  return {
    txt: (name) => answered(resolver.resolveTxt(name).then((records) => records.map((parts) => parts.join('')))),
    cname: (name) => answered(resolver.resolveCname(name).then((names) => names.map(plain))),
    addresses: async (name) => {
      const all = await Promise.all([answered(resolver.resolve4(name)), answered(resolver.resolve6(name))])
      return { values: all.flatMap(({ values }) => values), is_answered: all.every((answer) => answer.is_answered) }
    },
    caa: (name) =>
      answered(resolver.resolveCaa(name).then((records) => records.map((record) => caaText(record as never)))),
  }
}
