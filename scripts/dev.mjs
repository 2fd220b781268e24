// npm run dev: runs the program from its sources, and again when a file of the server has changed. Pages are brought up to
// date by Vite inside of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { isOfServer } from './dev-files.mjs'
import { root } from './prepare.mjs'

/** Editors write a file in several steps, and a checkout writes many. */
const SETTLE_MS = 150

let child
let isStopping = false
let timer

const start = () => {
  const mine = spawn(process.execPath, ['src/app/main.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' })
  child = mine
  mine.on('exit', (code, signal) => {
    if (isStopping || child !== mine) return
    child = undefined
    console.log(`\nEnded with ${signal ?? `code ${code}`}. It starts again when a file of the server changes.\n`)
  })
}

const restart = async (name) => {
  console.log(`\n${name} has changed: starting again`)
  const old = child
  child = undefined
  if (old && old.exitCode === null && old.signalCode === null) {
    old.kill('SIGTERM')
    await once(old, 'exit')
  }
  if (!isStopping) start()
}

let running = Promise.resolve()
const onChange = (name) => {
  if (!isOfServer(name)) return
  clearTimeout(timer)
  timer = setTimeout(() => {
    running = running.then(() => restart(name))
  }, SETTLE_MS)
}

/** Each folder by itself: on Linux a recursive watch loses files that are replaced, as editors and checkouts do. */
const watchFolder = (folder) => {
  fs.watch(path.join(root, folder), (_event, file) => {
    if (!file) return
    const name = `${folder}/${file}`
    onChange(name)
    if (fs.statSync(path.join(root, name), { throwIfNoEntry: false })?.isDirectory()) watchFolder(name)
  })
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true }))
    if (entry.isDirectory()) watchFolder(`${folder}/${entry.name}`)
}
for (const folder of ['src', 'migrations']) watchFolder(folder)

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, async () => {
    isStopping = true
    if (child) {
      child.kill(signal)
      await once(child, 'exit')
    }
    process.exit(0)
  })

start()
