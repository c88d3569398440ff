import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { openDemoShop } from './demo-shop.ts'

// npm run bench -- --lighthouse [--only=/products]: Lighthouse's scores for the public pages of the
// demo shop, phone and desktop. Lighthouse is not a dependency: the first run installs it beside
// the data.

const version = '13.5.0'
const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'data/bench')
const only = process.argv.find((one) => one.startsWith('--only='))?.slice('--only='.length)

const pages = [
  '/',
  '/products',
  '/products/category/Jogos',
  '/products/neblina-orbital',
  '/login',
  '/terms',
  '/status',
].filter((path) => !only || path === only)

const aims = { phone: 98, desktop: 99, others: 100, lcp: 1500, cls: 0.02, tbt: 120 }

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<
    string,
    {
      id: string
      title: string
      score: number | null
      scoreDisplayMode: string
      numericValue?: number
    }
  >
}

type Lighthouse = (
  url: string,
  flags: object,
  config?: object,
) => Promise<{ lhr: Report } | undefined>

type Launcher = { launch(options: object): Promise<{ port: number; kill(): void }> }

function install(): void {
  if (existsSync(join(folder, 'node_modules/lighthouse/package.json'))) return

  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  console.log(`Installing Lighthouse ${version} into data/bench ...`)

  if (
    spawnSync(
      'npm',
      ['install', `lighthouse@${version}`, '--no-audit', '--no-fund', '--loglevel=error'],
      { cwd: folder, stdio: 'inherit' },
    ).status !== 0
  )
    throw new Error('Lighthouse could not be installed')
}

const from = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(join(folder, 'node_modules', path)).href)) as T

/** A table row for one run: the four scores, the three metrics, and the audits that failed. */
function row(
  path: string,
  form: 'phone' | 'desktop',
  { categories, audits }: Report,
): { text: string; missed: string[] } {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN

  const [performance, rest] = [
    score('performance'),
    ['accessibility', 'best-practices', 'seo'].map(score),
  ]

  const [lcp, cls, tbt] = [
    value('largest-contentful-paint'),
    value('cumulative-layout-shift'),
    value('total-blocking-time'),
  ]

  const missed = [
    ...(performance < aims[form] ? ['performance'] : []),
    ...(form === 'phone' && lcp > aims.lcp ? ['LCP'] : []),
    ...(cls > aims.cls ? ['CLS'] : []),
    ...(form === 'phone' && tbt > aims.tbt ? ['TBT'] : []),
    ...Object.values(audits)
      .filter(
        ({ score: given, scoreDisplayMode }) =>
          given !== null && given < 1 && scoreDisplayMode === 'binary',
      )
      .map(({ id }) => id),
  ]

  return {
    text:
      `| ${path} | ${form} | ${performance} | ${rest.join(' | ')} | ` +
      `${(lcp / 1000).toFixed(2)} s | ${cls.toFixed(3)} | ${Math.round(tbt)} ms | ` +
      `${missed.join(', ') || '-'} |`,
    missed,
  }
}

install()

const { default: lighthouse, desktopConfig } = await from<{
  default: Lighthouse
  desktopConfig: object
}>('lighthouse/core/index.js')

const launcher = await from<Launcher>('chrome-launcher/dist/index.js')
const shop = await openDemoShop()

const chrome = await launcher.launch({
  chromePath: process.env.CHROME_PATH,
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
})

try {
  console.log(
    '| page | form | performance | accessibility | best practices | SEO | LCP | CLS | ' +
      'TBT | missed |\n|---|---|---|---|---|---|---|---|---|---|',
  )

  for (const path of pages) {
    // A request before the measurement fills the page cache, since only the first visitor after a
    // change waits for rendering.
    await fetch(shop.origin + path)
    for (const form of ['phone', 'desktop'] as const) {
      const result = await lighthouse(
        shop.origin + path,
        {
          port: chrome.port,
          logLevel: 'silent',
          onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
        },
        form === 'desktop' ? desktopConfig : undefined,
      )

      if (!result) throw new Error(`Lighthouse returned no result for ${path}`)

      if (process.env.LIGHTHOUSE_JSON)
        writeFileSync(
          `${process.env.LIGHTHOUSE_JSON}${path.replaceAll('/', '_')}-${form}.json`,
          JSON.stringify(result.lhr),
        )

      const { text, missed } = row(path, form, result.lhr)
      console.log(text)
      if (missed.length) process.exitCode = 1
    }
  }
} finally {
  chrome.kill()
  await shop.stop()
}

process.exit()
