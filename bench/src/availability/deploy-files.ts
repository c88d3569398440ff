import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files that an owner of several machines starts from. */
export const deploy = fileURLToPath(new URL('../../../deploy/ha/', import.meta.url))

/** Write a file of deploy/ha with its blanks filled in; answers its path. */
export function fill(name: string, path: string, blanks: Record<string, string | number>): string {
  const text = readFileSync(join(deploy, name), 'utf8').replace(
    /\$\{(\w+)\}/g,
    (_, blank: string) => {
      if (!(blank in blanks)) throw new Error(`${name}: nothing is given for ${blank}`)
      return String(blanks[blank])
    },
  )
  writeFileSync(path, text)
  if (!statSync(path).size) throw new Error(`${path} is empty`)
  return path
}
