import fs from 'node:fs'
import path from 'node:path'

/** The state of a stand-in in one file of its folder, which survives a restart; `save` writes the whole file. */
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
