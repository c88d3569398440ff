import { readFileSync } from 'node:fs'

/** The built file of a module of the web app; its name contains a hash of its content. */
export function builtFile(module: string): string {
  const list = new URL('../web/dist/.vite/manifest.json', import.meta.url)
  const manifest = JSON.parse(readFileSync(list, 'utf8')) as Record<string, { file: string }>
  const built = manifest[module]
  if (!built) throw new Error(`the build has no ${module}`)

  return built.file
}
