import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { testFolder } from '../../server/src/testing/database.ts'
import { launchBrowser } from '../browser.ts'
import { below, lives, startProcess, type ShopProcess } from './process.ts'

// npm run dev in a copy of the tree, as a developer who edits a line and looks at the page.

const root = fileURLToPath(new URL('../..', import.meta.url))
const copy = testFolder('dev')
let shop: ShopProcess
let browser: Browser
let page: Page

beforeAll(async () => {
  copyTree()
  shop = await startDev()
  browser = await launchBrowser()
  page = await browser.newPage({ baseURL: shop.origin, locale: 'pt-BR' })
  await shop.ready
  await page.goto('/products')
  await page.locator('html[data-ready] footer').waitFor({ state: 'attached' })
})

afterAll(async () => {
  await browser?.close()
  if (shop?.alive()) await shop.stop('SIGTERM')
  rmSync(copy, { recursive: true, force: true })
})

/** Copies the sources and links the packages; our own packages link to the copy. */
function copyTree(): void {
  const ours = [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'contracts',
    'sandbox',
    'scripts',
    'server',
    'web',
  ]

  const others = ['screens', 'e2e', 'bench', 'drills'].map((name) => `${name}/package.json`)

  for (const name of [...ours, ...others])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist|dist-server)$/.test(path),
    })

  symlinkSync(join(root, 'web/dist'), join(copy, 'web/dist'))
  // A workspace has its own node_modules only if it needs versions that the root does not have.
  const folders = ['node_modules', 'server/node_modules', 'web/node_modules']

  for (const folder of folders.filter((name) => existsSync(join(root, name)))) {
    mkdirSync(join(copy, folder))
    for (const name of readdirSync(join(root, folder)).filter(isPackage))
      symlinkSync(join(root, folder, name), join(copy, folder, name))
  }

  cpSync(join(root, 'node_modules/@chaveiro'), join(copy, 'node_modules/@chaveiro'), {
    recursive: true,
    verbatimSymlinks: true,
  })
}

const isPackage = (name: string): boolean =>
  name !== '@chaveiro' && (!name.startsWith('.') || ['.bin', '.chaveiro-stamp'].includes(name))

/** `detached` gives the process a group of its own, as a terminal does. */
const startDev = () =>
  startProcess(
    { DATA_DIR: join(copy, 'data') },
    { command: ['npm', 'run', 'dev', '--silent'], cwd: copy, detached: true },
  )

/** Changes a text in a file and waits until `seen` resolves; returns the time that this took. */
async function change(file: string, from: string, to: string, seen: () => Promise<unknown>) {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  const begun = performance.now()

  writeFileSync(
    path,
    text.replace(from, () => to),
  )

  await seen()
  process.stdout.write(`${file}: ${((performance.now() - begun) / 1000).toFixed(1)} s\n`)
}

const shows = (text: string) => () =>
  page.getByText(text, { exact: true }).first().waitFor({ timeout: 10_000 })

const robots = () => fetch(`${shop.origin}/robots.txt`).then((answer) => answer.text())

it('a changed component, style and text appear on the open page', async () => {
  await change(
    'web/src/app/footer.tsx',
    '</footer>',
    '<p>Um rodapé novo</p></footer>',
    shows('Um rodapé novo'),
  )

  await change('web/src/tokens.css', ':root {', ':root { --probe: 7px;', () =>
    page.waitForFunction(
      () => getComputedStyle(document.documentElement).getPropertyValue('--probe') === '7px',
    ),
  )

  await change(
    'web/public/locales/pt-BR/common.json',
    '"nav.products": "Produtos"',
    '"nav.products": "Prateleira"',
    shows('Prateleira'),
  )
})

it('a changed line of the server answers; a broken one is reported, a mended one answers again', async () => {
  const file = 'server/src/public-pages/discovery.ts'
  await change(file, '/dashboard', '/balcao', () =>
    expect.poll(robots).toContain('Disallow: /balcao'),
  )
  await change(file, "'/balcao'", "'/balcao", () =>
    expect.poll(robots).toBe('The shop ended; it is started again when a source changes.\n'),
  )
  await change(file, "'/balcao", "'/varanda'", () =>
    expect.poll(robots).toContain('Disallow: /varanda'),
  )
})

it('a changed contract is asked by the page and answered by the server', async () => {
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/list-categories-now'))

  await change(
    'contracts/src/catalogue.ts',
    '/list-active-categories',
    '/list-categories-now',
    () => answered,
  )

  expect((await answered).status()).toBe(200)
})

it('it leaves no process: ended by SIGTERM, by Ctrl+C in a terminal, with npm killed', async () => {
  const ways: ((pid: number) => void)[] = [
    (pid) => process.kill(pid, 'SIGTERM'),
    (pid) => process.kill(-pid, 'SIGINT'),
    (pid) => process.kill(pid, 'SIGKILL'),
  ]

  for (const end of ways) {
    if (!shop.alive()) shop = await startDev()
    await shop.ready
    const family = await below(shop.child.pid!)
    expect(family.length).toBeGreaterThanOrEqual(4)
    end(shop.child.pid!)
    await shop.ended
    await expect
      .poll(async () => (await Promise.all(family.map(lives))).filter(Boolean).length)
      .toBe(0)
  }
})
