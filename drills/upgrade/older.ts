import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { node, root } from '../../scripts/setup.mjs'

/** An older version of this repository, built in a separate folder. */
export type Older = {
  commit: string
  /** Entry file of the older version's server. */
  entry: string
  /**
   * Makes buyers with the older version's code and schema; returns their tokens, carts and coupons.
   */
  buyers(env: NodeJS.ProcessEnv, count: number, paying: number): Buyer[]
  remove(): void
}

export type Buyer = {
  headers: { authorization: string }
  cartId: string
  /** The coupon that pays for everything; null for a buyer who pays by PIX. */
  code: string | null
}

const migrations = 'server/src/db/migrations'
const textOf = (path: string) => readFileSync(path, 'utf8')

/** Folders of a version that have a package.json: its root and its workspaces. */
function partsOf(folder: string): string[] {
  const manifest = JSON.parse(textOf(join(folder, 'package.json'))) as { workspaces: string[] }

  return ['.', ...manifest.workspaces]
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 }).trim()

/**
 * The newest version before the migrations after 0001-schema.sql (decision 0010). Without such a
 * migration, the version before the newest migration.
 */
export function commitBefore(): string {
  const all = readdirSync(join(root, migrations)).sort()
  const adding = all.filter((name) => name > '0001-schema.sql')
  const paths = (adding.length ? adding : all.slice(-1)).map((name) => `${migrations}/${name}`)
  const commits = git('log', '--diff-filter=A', '--format=%H', '--', ...paths).split('\n')

  return git('rev-parse', `${commits.at(-1)}^`)
}

/**
 * Checks out a commit and builds it. A commit with the same dependencies as this version uses the
 * packages installed here.
 */
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

/**
 * Links the installed packages into the older version; links between workspaces point to the older
 * workspaces.
 */
function linkPackages(folder: string): void {
  for (const part of partsOf(root))
    execFileSync('sh', [
      '-c',
      '[ ! -d "$0/node_modules" ] || cp -al "$0/node_modules" "$1/"',
      join(root, part),
      join(folder, part),
    ])
}
