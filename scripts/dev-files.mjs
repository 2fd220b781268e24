/** Whether the server runs a file, so that a change of it needs another start; what only pages show, Vite brings by itself. */
export const isOfServer = (name) => {
  if (name.startsWith('migrations/')) return name.endsWith('.sql')
  if (/\.(test|spec)\.tsx?$|\.gen\.ts$/.test(name)) return false
  if (/^src\/(ui|app\/(pages|layouts|guards))\//.test(name) || /^src\/features\/[^/]+\/web\//.test(name)) return false
  if (/^src\/app\/[^/]+\.tsx$/.test(name)) return false
  return /\.tsx?$/.test(name)
}
