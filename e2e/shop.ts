import type { Language } from '@chaveiro/contracts/limits'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'

import { createTestDatabase, memoryFolder } from '../server/src/testing/database.ts'
import { launchBrowser } from './browser.ts'
import { recordScripts } from './page-recorder.ts'
import { spawnDemo } from './shop-process.ts'
import { texts, type Texts } from './texts.ts'

export type Shop = {
  origin: string
  browser: Browser
  api(path: string, init?: RequestInit): Promise<any>
  sandbox(method: string, path: string, body?: unknown): Promise<any>
  /** Makes waiting jobs of a kind due now; only for a shop with its own database. */
  makeDue(job: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a browser and the demo shop with its sandbox, as after its first start, copied from the
 * run's template. If the caller passes a DATA_DIR, the shop starts from that folder, on a separate
 * database.
 */
export async function openShop(env: NodeJS.ProcessEnv = {}): Promise<Shop> {
  const demoCopy = env.DATA_DIR ? null : await copyDemo()
  const { child, origin } = await spawnDemo({ SHED_LAG_MS: '0', ...demoCopy?.env, ...env })
  const browser = await launchBrowser()

  const api = async (path: string, init: RequestInit = {}) =>
    (
      await fetch(origin + path, {
        ...init,
        headers: { 'content-type': 'application/json', ...init.headers },
      })
    ).json()

  return {
    origin,
    browser,
    api,

    async sandbox(method, path, body) {
      const answer = await api(path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })

      if (answer?.error) throw new Error(`sandbox ${path}: ${answer.error}`)

      return answer
    },

    async makeDue(job) {
      const client = new pg.Client({ connectionString: demoCopy!.env.DATABASE_URL })
      await client.connect()

      await client.query(
        `update graphile_worker._private_jobs jobs set run_at = now()
           from graphile_worker._private_tasks tasks
          where tasks.id = jobs.task_id and tasks.identifier = $1`,
        [job],
      )

      await client.end()
    },

    async close() {
      await browser.close()
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      await demoCopy?.drop()
    },
  }
}

/** The shop's answer to a call that must succeed; throws if the shop refused the call. */
export async function accepted<T extends { success?: boolean }>(asked: Promise<T>): Promise<T> {
  const answer = await asked
  if (answer?.success === false) throw new Error(`refused: ${JSON.stringify(answer)}`)

  return answer
}

export type Visit = { page: Page; context: BrowserContext; t: Texts; complaints: string[] }

/**
 * Opens a browser window of one width in one language. `t` translates to this language, and
 * `complaints` collects console errors. Reduced motion skips the loading screen; with
 * `reducedMotion: 'no-preference'` the page is as most people see it.
 */
export async function visit(
  shop: Shop,
  {
    language,
    width,
    javaScript = true,
    ...more
  }: { language: Language; width: number; javaScript?: boolean } & BrowserContextOptions,
): Promise<Visit> {
  const context = await shop.browser.newContext({
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...more,
    viewport: { width, height: width < 600 ? 740 : 900 },
    locale: language,
    baseURL: shop.origin,
    permissions: ['clipboard-read', 'clipboard-write'],
    javaScriptEnabled: javaScript,
  })

  recordScripts(context)
  // Routes that a test handles may still be running when its window closes.
  const close = context.close.bind(context)

  context.close = async (options) => {
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await Promise.all(context.pages().map((open) => open.unrouteAll({ behavior: 'ignoreErrors' })))
    await close(options)
  }

  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []

  // A 4xx is a valid answer of the shop, but the browser logs it as a console error; such errors
  // are not complaints.
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !/the server responded with a status of 4\d\d/.test(message.text())
    )
      complaints.push(message.text())
  })

  page.on('pageerror', (error) => complaints.push(error.message))
  // A test waits until the app is ready, as a person looks before they act; ssr.e2e.ts tests
  // earlier presses.
  const goto = page.goto.bind(page)

  page.goto = async (url, options) => {
    const answer = await goto(url, options)

    const ours =
      javaScript &&
      options?.waitUntil !== 'commit' &&
      (await page.evaluate(() => document.getElementById('root') !== null).catch(() => false))

    if (ours)
      await page
        .waitForSelector('html[data-ready]', { state: 'attached', timeout: 10_000 })
        .catch(() => {})

    return answer
  }

  const t = texts(language)

  return { page, context, t, complaints }
}

/**
 * The pixels by which a page is wider than the window without its scrollbar (320 px rule). Waits
 * for a frame first, since a component that measures itself is redrawn one frame after a resize.
 */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((drawn) => {
      requestAnimationFrame(() => requestAnimationFrame(drawn))
    })
    const { documentElement: root } = document

    return root.scrollWidth - Math.ceil(root.getBoundingClientRect().width)
  })
}

/** Copies the template's database and folder under new names. */
async function copyDemo(): Promise<{ env: NodeJS.ProcessEnv; drop(): Promise<void> }> {
  const folder = memoryFolder('e2e')
  const DATA_DIR = join(folder, 'data')
  cpSync(process.env.E2E_DATA_DIR!, DATA_DIR, { recursive: true })
  // The copied state holds the ports of the template's sandbox, which two copies cannot both use.
  const state = join(DATA_DIR, 'sandbox/state.jsonl')

  const changes = readFileSync(state, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

  const savedChanges = changes.flat().filter(([table]) => table !== 'ports')
  writeFileSync(state, `${JSON.stringify(savedChanges)}\n`)
  const database = await createTestDatabase(process.env.E2E_DATABASE_URL)

  return {
    env: { DATA_DIR, DATABASE_URL: database.url },
    async drop() {
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
