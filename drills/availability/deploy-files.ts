import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files that operators of several machines start from. */
export const deploy = fileURLToPath(new URL('../../deploy/ha/', import.meta.url))

/**
 * Writes a file of deploy/ha, with its placeholders and sample addresses replaced; returns the new
 * path.
 */
export function fill(name: string, path: string, others: Record<string, string>): string {
  let text = readFileSync(join(deploy, name), 'utf8')

  for (const [sample, other] of Object.entries(others)) {
    if (!text.includes(sample)) throw new Error(`${name} has no ${sample}`)
    text = text.replaceAll(sample, () => other)
  }

  const [blank] = /\$\{\w+\}/.exec(text) ?? []
  if (blank) throw new Error(`${name}: ${blank} has no value`)

  writeFileSync(path, text)
  if (!statSync(path).size) throw new Error(`${path} is empty`)

  return path
}

/** The sample servers in haproxy.cfg, to be replaced. */
export const sampleServers = {
  database: ['db1 10.0.0.11', 'db2 10.0.0.12', 'db3 10.0.0.13']
    .map((one) => `  server ${one}:5432 check port 8008`)
    .join('\n'),
  shop: ['web1 10.0.0.11', 'web2 10.0.0.12'].map((one) => `  server ${one}:3000 check`).join('\n'),
}
