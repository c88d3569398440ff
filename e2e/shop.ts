import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '@chaveiro/contracts/limits'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { testFolder } from '../server/src/testing/database.ts'
import { texts, type Texts } from './texts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export type Shop = {
  origin: string
  browser: Browser
  api(path: string, init?: RequestInit): Promise<any>
  sandbox(method: string, path: string, body?: unknown): Promise<any>
  close(): Promise<void>
}

/** The shop as a newcomer starts it: demo mode, embedded database, sandbox; and a browser. */
export async function openShop(env: NodeJS.ProcessEnv = {}): Promise<Shop> {
  const dataDir = testFolder('e2e')
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child: ChildProcess = spawn(process.execPath, [join(root, 'server/src/main.ts')], {
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      CAPTCHA_COST: '10',
      SWEEP_SECONDS: '1',
      RATE_LOGIN: '1000',
      RATE_REGISTER: '10000',
      RATE_RECOVERY: '10000',
      RATE_MAIL_CODE: '10000',
      RATE_STATUS: '100000',
      ...env,
    },
    stdio: ['ignore', 'pipe', process.env.TEST_LOG ? 'inherit' : 'ignore'],
  })
  let text = ''
  await new Promise<void>((done, failed) => {
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('Chaveiro: http')) done()
    })
    child.once('exit', () => failed(new Error(`the shop did not start: ${text}`)))
  })
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
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
    async close() {
      await browser.close()
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Visit = { page: Page; context: BrowserContext; t: Texts; complaints: string[] }

/**
 * A browser window of one width in one language, with the texts of that language and everything the console complained of. It asks for
 * reduced motion, so that no test waits for the loading screen; `reducedMotion: 'no-preference'` shows the shop as most people see it.
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
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []
  // A refusal of the shop (4xx) is an answer; the browser notes it as an error of its own, which is not ours to hide.
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !/the server responded with a status of 4\d\d/.test(message.text())
    )
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  // A person looks at a page before acting on it; what is pressed earlier has a test of its own (ssr.e2e.ts).
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

/** Nothing on the page may be wider than the window (320 px rule). */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
}
