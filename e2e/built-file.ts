import { readFileSync } from 'node:fs'

/** The file that a module of the web app was built into: files are called by what is in them. */
export function builtFile(module: string): string {
  const list = new URL('../web/dist/.vite/manifest.json', import.meta.url)
  const manifest = JSON.parse(readFileSync(list, 'utf8')) as Record<string, { file: string }>
  const built = manifest[module]
  if (!built) throw new Error(`the build has no ${module}`)

  return built.file
}
