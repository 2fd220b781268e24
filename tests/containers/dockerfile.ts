import fs from 'node:fs'
import path from 'node:path'

export type Step =
  | { kind: 'COPY'; from: string | null; sources: string[]; target: string }
  | { kind: 'RUN'; command: string }
  | { kind: 'WORKDIR'; folder: string }

export type Stage = {
  name: string
  base: string
  steps: Step[]
  env: Record<string, string>
  workdir: string
  user: string
  cmd: string[]
  healthcheck: string[]
}

const pairsOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(/\s+/).map((pair) => pair.split(/=(.*)/s).slice(0, 2) as [string, string]))

const take = (stage: Stage, word: string, rest: string): void => {
  switch (word) {
    case 'COPY': {
      const words = rest.split(/\s+/)
      const from = words[0]?.startsWith('--from=') ? (words.shift() ?? '').slice(7) : null
      stage.steps.push({ kind: 'COPY', from, sources: words.slice(0, -1), target: words.at(-1) ?? '' })
      return
    }
    case 'RUN':
      stage.steps.push({ kind: 'RUN', command: rest })
      return
    case 'WORKDIR':
      stage.workdir = rest
      stage.steps.push({ kind: 'WORKDIR', folder: rest })
      return
    case 'ENV':
      Object.assign(stage.env, pairsOf(rest))
      return
    case 'USER':
      stage.user = rest
      return
    case 'CMD':
      stage.cmd = JSON.parse(rest)
      return
    case 'HEALTHCHECK':
      stage.healthcheck = JSON.parse(rest.replace(/^.*? CMD /, ''))
      return
    case 'EXPOSE':
      return
    default:
      throw new Error(`The tests do not know the instruction ${word}`)
  }
}

/** The stages of a Dockerfile, in order. An instruction that the tests do not know is an error. */
export const readDockerfile = (file: string): Stage[] => {
  const stages: Stage[] = []
  const lines = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  for (const line of lines) {
    const [, word = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
    if (word === 'FROM') {
      const [base = '', , name = String(stages.length)] = rest.split(/\s+/)
      stages.push({ name, base, steps: [], env: {}, workdir: '/', user: 'root', cmd: [], healthcheck: [] })
      continue
    }
    take(stages.at(-1)!, word, rest)
  }
  return stages
}

/** Whether a file of the checkout is sent to the builder: of the patterns of .dockerignore that fit, the last one counts. */
export const readDockerignore = (file: string): ((name: string) => boolean) => {
  const patterns = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isSent: line.startsWith('!'), pattern: line.replace(/^!/, '') }))
  const fits = (name: string, pattern: string) =>
    pattern === '*' || name === pattern || name.startsWith(`${pattern}/`) || path.matchesGlob(name, pattern)
  return (name) => patterns.findLast(({ pattern }) => fits(name, pattern))?.isSent ?? true
}
