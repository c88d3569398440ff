/** The section of a version in the changelog without its heading; null if there is none. */
export function notesOf(changelog, version) {
  const lines = changelog.split('\n')
  const start = lines.indexOf(`## ${version}`)
  if (start === -1) return null

  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.startsWith('## '))
  const section = rest.slice(0, end === -1 ? rest.length : end).join('\n')

  return `${section.trim()}\n`
}
