import fs from 'node:fs'
import path from 'node:path'

/** What a stand-in knows, kept in one file of its folder over a restart; `save` writes it whole. */
export const storedState = <Kept extends object>(dir: string, empty: Kept): Kept & { save: () => void } => {
  fs.mkdirSync(dir, { recursive: true })
  const file = path.join(dir, 'state.json')
  const state = fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Kept) : empty
  return {
    ...state,
    save: () => {
      fs.writeFileSync(`${file}.new`, JSON.stringify(state))
      fs.renameSync(`${file}.new`, file)
    },
  }
}
