import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { node, root } from '../../scripts/setup.mjs'

/** An older version of this repository in a folder of its own, built. */
export type Older = {
  commit: string
  /** Entry file of its processes. */
  entry: string
  /** Makes buyers by its own code, as they stood before the upgrade; answers what they are asked by. */
  buyers(env: NodeJS.ProcessEnv, count: number, paying: number): Buyer[]
  remove(): void
}

export type Buyer = {
  headers: { authorization: string }
  cartId: string
  /** The coupon that pays for all; none for who pays by PIX. */
  code: string | null
}

const migrations = 'server/src/db/migrations'
const textOf = (path: string) => readFileSync(path, 'utf8')

/** Folders of a version that have packages of their own: its root and its workspaces. */
function partsOf(folder: string): string[] {
  const manifest = JSON.parse(textOf(join(folder, 'package.json'))) as { workspaces: string[] }

  return ['.', ...manifest.workspaces]
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).trim()

/**
 * The newest version before the migrations that only add (decision 0010), or before the newest
 * migration where there is none yet.
 */
export function commitBefore(): string {
  const all = readdirSync(join(root, migrations)).sort()
  const adding = all.filter((name) => name > '0001-schema.sql')
  const paths = (adding.length ? adding : all.slice(-1)).map((name) => `${migrations}/${name}`)
  const commits = git('log', '--diff-filter=A', '--format=%H', '--', ...paths).split('\n')

  return git('rev-parse', `${commits.at(-1)}^`)
}

/** Lay out and build a commit. Where it names the same packages as we do, they are ours. */
export function buildOlder(ref: string): Older {
  const commit = git('rev-parse', '--short', ref)
  const folder = mkdtempSync(join(tmpdir(), 'chaveiro-older-'))
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C "$0"`, folder], { cwd: root })
  const named = (where: string) =>
    partsOf(where).map((part) => textOf(join(where, part, 'package.json')))
  const lock = (where: string) => textOf(join(where, 'package-lock.json'))
  if (lock(folder) + named(folder) === lock(root) + named(root)) linkPackages(folder)
  mkdirSync(join(folder, 'server/dist'), { recursive: true })
  const setup = JSON.stringify(join(folder, 'scripts/setup.mjs'))
  const build =
    `import(${setup}).then((m) => (m.ensureDependencies(), ` +
    `console.log('entry ' + m.ensureServer())))`
  const said = execFileSync(node, ['-e', build], { cwd: folder, encoding: 'utf8' })
  mkdirSync(join(folder, 'drills/upgrade'), { recursive: true })
  const maker = join(folder, 'drills/upgrade/make-buyers.ts')
  writeFileSync(maker, readFileSync(fileURLToPath(new URL('make-buyers.ts', import.meta.url))))

  return {
    commit,
    entry: /^entry (.+)$/m.exec(said)![1]!,
    buyers(env, count, paying) {
      const file = join(folder, 'buyers.json')

      execFileSync(node, [maker, file, String(count), String(paying)], {
        env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      })

      return JSON.parse(readFileSync(file, 'utf8')) as Buyer[]
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The same files under other names; links among the parts of the repository lead to the older ones. */
function linkPackages(folder: string): void {
  for (const part of partsOf(root))
    execFileSync('sh', [
      '-c',
      '[ ! -d "$0/node_modules" ] || cp -al "$0/node_modules" "$1/"',
      join(root, part),
      join(folder, part),
    ])
}
