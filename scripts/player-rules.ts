// Writes the rules of SCORM values that the player shares with the server as a script that browsers run: npm run player:rules
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = path.resolve(import.meta.dirname, '..')
export const PLAYER_RULES = path.join(root, 'src/features/scorm/player/lenient.js')

/** The script built from the current rules. */
export const buildPlayerRules = async (): Promise<string> => {
  const bundle = await rolldown({ input: path.join(root, 'src/features/scorm/rules/player/lenient.ts') })
  try {
    const { output } = await bundle.generate({
      format: 'iife',
      name: 'lenientScormValues',
      banner: '// Built from rules/player/lenient.ts by npm run player:rules; a test holds the two together.',
    })
    return output[0].code
  } finally {
    await bundle.close()
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href)
  fs.writeFileSync(PLAYER_RULES, await buildPlayerRules())
