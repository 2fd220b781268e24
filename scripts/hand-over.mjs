// Runs a program in place of this one: same terminal, same signals, same exit code.
import { spawn } from 'node:child_process'
import { environment, root } from './prepare.mjs'

/** Starts Node on a file of the project and ends as that process ends. */
export function handOver(node, args, env = {}) {
  const onWindows = process.platform === 'win32'
  const child = spawn(node, args, {
    cwd: root,
    env: environment(node, env),
    stdio: 'inherit',
    // In its own process group, Ctrl+C reaches the program once, from here, and not again from the terminal; a second
    // one would interrupt its shutdown.
    detached: !onWindows,
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const pass = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, pass)
  // The shell between npm and this script dies of a signal without forwarding it; the program must not outlive it.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    pass('SIGTERM')
  }, 500)
  if (!process.env.npm_lifecycle_event) clearInterval(watch)
  child.on('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    clearInterval(watch)
    for (const name of signals) process.off(name, pass)
    if (signal) process.kill(process.pid, signal)
    else process.exitCode = code ?? 1
  })
}
